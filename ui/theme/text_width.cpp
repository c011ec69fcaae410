// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/text_width.h"

#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QtMath>
#include <utility>

namespace zp {
namespace {

constexpr qsizetype most_texts = 10'000;  ///< number of texts kept for a font; then its cache begins anew

/// The measured widths of one font.
struct FontWidths {
  /// Measures the digits. Shaping may also put a digit nearer to one neighbour than to another.
  explicit FontWidths(const QFont& font)
      : metrics(font), has_equal_digits((font.styleStrategy() & QFont::PreferNoShaping) != 0) {
    for (char16_t digit = u'1'; digit <= u'9'; ++digit)
      has_equal_digits =
          has_equal_digits && metrics.horizontalAdvance(QChar(digit)) == metrics.horizontalAdvance(u'0');
  }
  QFontMetricsF metrics;
  bool has_equal_digits;
  QHash<QString, int> widths;
  QHash<std::pair<QString, int>, QString> elided;  ///< elided texts by text and width
};

FontWidths& widthsOf(const QFont& font) {
  static auto& fonts = *new QHash<QFont, FontWidths>;  // never freed: fonts do not outlive the application
  const auto known = fonts.find(font);
  return known != fonts.end() ? *known : *fonts.insert(font, FontWidths(font));
}

/// Returns the value of `key`, which is computed by `find` the first time.
template <class Key, class Value, class Find>
Value remembered(QHash<Key, Value>& all, const Key& key, const Find& find) {
  if (const auto known = all.constFind(key); known != all.cend()) return *known;
  if (all.size() >= most_texts) all.clear();
  return *all.insert(key, find());
}

/// Returns the text with a 0 for each digit.
QString shapeOf(QString text) {
  for (QChar& c : text)
    if (c >= u'0' && c <= u'9') c = u'0';
  return text;
}

}  // namespace

int textWidth(const QFont& font, const QString& text) {
  FontWidths& widths = widthsOf(font);
  const QString shape = widths.has_equal_digits ? shapeOf(text) : text;
  return remembered(widths.widths, shape, [&] { return qCeil(widths.metrics.horizontalAdvance(shape)); });
}

QString elidedText(const QFont& font, const QString& text, int width) {
  if (textWidth(font, text) <= width) return text;
  FontWidths& widths = widthsOf(font);
  return remembered(widths.elided, std::pair(text, width),
                    [&] { return widths.metrics.elidedText(text, Qt::ElideRight, width); });
}

}  // namespace zp
