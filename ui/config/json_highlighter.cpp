// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/config/json_highlighter.h"

#include <QRegularExpression>

#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

void JsonHighlighter::highlightBlock(const QString& text) {
  static const QRegularExpression token(
      uR"re((?<key>"(?:[^"\\]|\\.)*"(?=\s*:)|^\s*(?:-\s+)*[\w./-]+(?=\s*:(?:\s|$)))|(?<text>"(?:[^"\\]|\\.)*")|(?<comment>(?<![\w:/])(?:#|//).*)|(?<number>(?<![\w.-])-?\d[\d.eE+-]*(?![\w.]))|(?<word>\b(?:true|false|null)\b)|(?<mark>[\[\]{},:]))re"_s);
  const ThemeColors& colors = themeColors();
  auto matches = token.globalMatch(text);
  while (matches.hasNext()) {
    const QRegularExpressionMatch match = matches.next();
    const auto is = [&match](QStringView group) { return match.capturedLength(group) > 0; };
    const QColor color = is(u"key")                      ? colors.accent
                         : is(u"text")                   ? colors.fits
                         : is(u"mark") || is(u"comment") ? colors.muted
                                                         : colors.tight;
    setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), color);
  }
}

}  // namespace zp
