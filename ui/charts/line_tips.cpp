// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/line_tips.h"

#include <QStringList>

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

const LineColumn& columnOf(const LineChartData& data, int column) {
  return data.columns[static_cast<std::size_t>(column)];
}

const QString& textOf(const LineSeries& series, int column) {
  return series.points[static_cast<std::size_t>(column)].text;
}

QString line(const LineSeries& series, const QString& text) {
  const QString color = themeColors().series(series.color).name();
  const QString name = series.name.toHtmlEscaped();
  return u"<tr><td><font color='"_s + color + u"'>■</font></td><td>" +
         (series.selected ? u"<b>"_s + name + u"</b>" : name) + u"</td><td>&nbsp;&nbsp;" +
         text.toHtmlEscaped() + u"</td></tr>";
}

}  // namespace

QString columnTip(const LineChartData& data, int column) {
  QString tip = u"<b>"_s + columnOf(data, column).label.toHtmlEscaped() +
                u"</b><table cellspacing='0' cellpadding='1'>";
  for (const LineSeries& series : data.series)
    if (const QString& text = textOf(series, column); !text.isEmpty()) tip += line(series, text);
  tip += u"</table>"_s;
  if (const QString& details = columnOf(data, column).details; !details.isEmpty())
    tip += u"<p>"_s + details.toHtmlEscaped() + u"</p>";
  return tip;
}

QString columnWords(const LineChartData& data, int column) {
  QStringList words;
  for (const LineSeries& series : data.series)
    if (const QString& text = textOf(series, column); !text.isEmpty()) words << series.name + u' ' + text;
  return columnOf(data, column).label + u": "_s + words.join(u", "_s);
}

}  // namespace zp
