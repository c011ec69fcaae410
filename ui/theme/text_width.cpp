// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/text_width.h"

#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QString>
#include <QtMath>

namespace zp {
namespace {

constexpr qsizetype most_texts = 10'000;  ///< then the measuring begins anew

/// What was measured in one font.
struct FontWidths {
  explicit FontWidths(const QFont& font) : metrics(font) {
    for (char16_t digit = u'1'; digit <= u'9'; ++digit)
      has_equal_digits =
          has_equal_digits && metrics.horizontalAdvance(QChar(digit)) == metrics.horizontalAdvance(u'0');
  }
  QFontMetricsF metrics;
  bool has_equal_digits = true;
  QHash<QString, int> widths;
};

/// The text with a 0 for each digit.
QString shapeOf(QString text) {
  for (QChar& c : text)
    if (c >= u'0' && c <= u'9') c = u'0';
  return text;
}

}  // namespace

int textWidth(const QFont& font, const QString& text) {
  static QHash<QFont, FontWidths> fonts;
  auto measured = fonts.find(font);
  if (measured == fonts.end()) measured = fonts.insert(font, FontWidths(font));
  const QString shape = measured->has_equal_digits ? shapeOf(text) : text;
  if (const auto known = measured->widths.constFind(shape); known != measured->widths.cend()) return *known;
  if (measured->widths.size() >= most_texts) measured->widths.clear();
  return *measured->widths.insert(shape, qCeil(measured->metrics.horizontalAdvance(shape)));
}

}  // namespace zp
