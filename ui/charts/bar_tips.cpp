// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bar_tips.h"

#include "core/units/format.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString line(const QString& swatch, const QString& name, const QString& amount, const QString& share,
             bool bold) {
  const auto cell = [bold](const QString& text) -> QString {
    return bold ? u"<b>"_s + text.toHtmlEscaped() + u"</b>"_s : text.toHtmlEscaped();
  };
  return u"<tr><td>"_s + swatch + u"</td><td>"_s + cell(name) + u"</td><td align='right'>&nbsp;&nbsp;"_s +
         cell(amount) + u"</td><td align='right'>&nbsp;&nbsp;"_s + cell(share) + u"</td></tr>"_s;
}

QString partLine(const BarChartData& data, const BarRow& row, std::size_t series, bool bold) {
  const QString color = themeColors().series(data.series[series].color).name();
  const double total = row.total();
  const double share = total > 0 ? row.parts[series].value / total : 0;
  return line(u"<font color='"_s + color + u"'>■</font>"_s, data.series[series].name, row.parts[series].text,
              QString::fromStdString(format_percent(share)), bold);
}

QString heading(const QString& text) { return u"<b>"_s + text.toHtmlEscaped() + u"</b>"_s; }

QString table(const QString& lines) {
  return u"<table cellspacing='0' cellpadding='1'>"_s + lines + u"</table>"_s;
}

}  // namespace

QString segmentTip(const BarChartData& data, int row, int series) {
  const BarRow& each = data.rows[static_cast<std::size_t>(row)];
  const auto index = static_cast<std::size_t>(series);
  QString tip = heading(each.label) + table(partLine(data, each, index, false));
  const auto& make = each.parts[index].details;
  const QString details = make ? make() : QString();
  if (!details.isEmpty()) tip += u"<p>"_s + details.toHtmlEscaped().replace(u'\n', u"<br>"_s) + u"</p>"_s;
  return tip;
}

QString rowTip(const BarChartData& data, int row, int pointed) {
  const BarRow& each = data.rows[static_cast<std::size_t>(row)];
  QString lines;
  for (std::size_t s = 0; s < data.series.size(); ++s)
    if (each.parts[s].value > 0) lines += partLine(data, each, s, static_cast<int>(s) == pointed);
  QString total = each.total_text;
  if (!each.lack_text.isEmpty()) total += u" ("_s + glyphOf(each.verdict) + u' ' + each.lack_text + u')';
  QString marks;
  for (const MeasuredMark& mark : each.marks)
    marks += u"<p>◆ "_s + mark.text.toHtmlEscaped() + u"</p>"_s;
  if (!each.range_note.isEmpty()) marks += u"<p>"_s + each.range_note.toHtmlEscaped() + u"</p>"_s;
  return heading(each.label + u": "_s + total) + table(lines) + marks;
}

}  // namespace zp
