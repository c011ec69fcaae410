// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/bar_plot.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double hatch_distance = 7;
constexpr double break_width = 5;
constexpr double range_cap = 2;
constexpr double range_gap = 3.5;
constexpr float unlit_veil = 0.62F;  // opacity over the rest of a row with a highlighted part

}  // namespace

void BarPlot::paintBackdrop(QPainter& painter) const {
  for (int i = 0; i < itemCount(); ++i) {
    const bool selected = row(i).selected;
    if (!selected && i != hover_) continue;
    const QRectF line = itemRect(i);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors_.rowTint(selected));
    painter.drawRoundedRect(line, 3, 3);
    if (!selected) continue;
    painter.setBrush(colors_.accent);
    painter.drawRoundedRect(QRectF(line.left(), line.top(), 4, line.height()), 2, 2);
  }
}

void BarPlot::paintForeground(QPainter& painter) const {
  paintSwatches(painter, data_.series);
  for (int i = 0; i < itemCount(); ++i)
    paintOverflow(painter, i);
  paintLit(painter);
  paintLimit(painter);
  for (int i = 0; i < itemCount(); ++i)
    paintRow(painter, i);
}

void BarPlot::paintFocus(QPainter& painter) const {
  if (focus_ < 0 || focus_ >= itemCount()) return;
  painter.setPen(QPen(colors_.accent, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(itemRect(focus_).adjusted(1, 1, -1, -1), 3, 3);
}

void BarPlot::paintRow(QPainter& painter, int index) const {
  const BarRow& each = row(index);
  if (isClipped(each)) paintBreak(painter, index);
  paintRange(painter, index);
  paintMarks(painter, index);
  painter.setFont(labelFont(each));
  painter.setPen(colors_.text);
  painter.drawText(labelRect(index).adjusted(-1, 0, 1, 0), Qt::AlignRight | Qt::AlignVCenter, each.label);
  paintTotal(painter, index);
}

void BarPlot::paintTotal(QPainter& painter, int index) const {
  const BarRow& each = row(index);
  const QRectF total = totalRect(index);
  const bool on_bar = total.left() < xOf(std::min(each.total(), shown_.high));
  const double limit = limitOf(each) > 0 ? xOf(limitOf(each)) : -1;
  const bool on_limit = limit > total.left() - 2 && limit < total.right() + 2;
  if (on_bar || on_limit) {  // the text needs its own background
    painter.setPen(Qt::NoPen);
    painter.setBrush(each.selected ? colors_.rowTint(true) : colors_.panel);
    painter.drawRoundedRect(total.adjusted(on_bar ? -5 : -3, 0, 4, 0), 3, 3);
  }
  painter.setFont(labelFont(each));
  painter.setPen(totalColor(each));
  painter.drawText(total.adjusted(0, 0, 2, 0), Qt::AlignLeft | Qt::AlignVCenter, totalText(each));
}

QColor BarPlot::totalColor(const BarRow& row) const {
  const bool alarm = row.verdict == Verdict::over || row.verdict == Verdict::tight;
  return alarm ? colors_.state(row.verdict) : colors_.text;
}

void BarPlot::paintOverflow(QPainter& painter, int index) const {
  const double total = paintedTotal(index);
  const double limit = limitOf(row(index));
  const bool is_beyond = limit > 0 && total > limit;
  if (!row(index).hatched && !is_beyond) return;
  const double bar = barHeight();
  const double left = xOf(std::max(row(index).hatched ? 0 : limit, shown_.low));
  const QRectF beyond(left, rowCenter(index) - bar / 2, xOf(std::min(total, shown_.high)) - left, bar);
  QColor color = colors_.panel;
  color.setAlphaF(0.6F);
  painter.setPen(QPen(color, 2, Qt::SolidLine, Qt::FlatCap));
  // At 45° steps are even without antialiasing; with it, every line would have so many spans that Qt uses a
  // thread pool.
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (double x = beyond.left() - bar; x < beyond.right(); x += hatch_distance) {
    // Clipped here, because QSvgGenerator of Qt 6.4 ignores clip rectangles.
    const double from = std::max(0.0, beyond.left() - x);
    const double to = std::min(bar, beyond.right() - x);
    painter.drawLine(QPointF(x + from, beyond.bottom() - from), QPointF(x + to, beyond.bottom() - to));
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
}

void BarPlot::paintLit(QPainter& painter) const {
  QColor veil = colors_.panel;
  veil.setAlphaF(unlit_veil);
  const bool is_lit = progress_ >= 1 && lit_row_ >= 0 && lit_row_ < itemCount() &&
                      std::ranges::any_of(lit_, [](double value) { return value > 0; });
  for (int s = 0; is_lit && s < static_cast<int>(data_.series.size()); ++s) {
    const QRectF lit = litRect(s);
    QRectF rest = partRect(lit_row_, s);
    if (!lit.isEmpty()) rest.setRight(lit.left());
    painter.fillRect(rest, veil);
    if (lit.isEmpty()) continue;
    painter.setPen(QPen(colors_.text, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(lit.adjusted(1, 0, -1, 0));
  }
}

/// Paints a zigzag of background colour near the right end, to show that the bar continues beyond the axis.
void BarPlot::paintBreak(QPainter& painter, int index) const {
  const double half = barHeight() / 2 + 1;
  const double x = totalRect(index).left() - 18;
  const double y = rowCenter(index);
  QPolygonF zigzag;
  for (int i = 0; i <= 4; ++i)
    zigzag << QPointF(x + (i % 2 == 0 ? -2.5 : 2.5), y - half + i * half / 2);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colors_.panel, break_width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.drawPolyline(zigzag);
}

/// Paints the range as a bracket in the gap below the bar, where it covers no segment.
void BarPlot::paintRange(QPainter& painter, int index) const {
  const BarRow& each = row(index);
  if (!(each.high > each.low) || isClipped(each) || each.high < shown_.low) return;
  const double y = rowCenter(index) + barHeight() / 2 + range_gap;
  const double from = xOf(std::max(each.low, shown_.low));
  const double to = xOf(std::min(each.high, shown_.high));
  painter.setPen(QPen(colors_.muted, 1.25));
  painter.drawLine(QPointF(from, y), QPointF(to, y));
  if (each.low >= shown_.low) painter.drawLine(QPointF(from, y - range_cap), QPointF(from, y + range_cap));
  if (each.high <= shown_.high) painter.drawLine(QPointF(to, y - range_cap), QPointF(to, y + range_cap));
}

void BarPlot::paintMarks(QPainter& painter, int index) const {
  const double y = rowCenter(index);
  for (const MeasuredMark& mark : row(index).marks)
    if (shown_.holds(mark.value) && shown_.holds(mark.predicted))
      paintMark(painter, {xOf(mark.value), y}, {xOf(mark.predicted), y}, mark.outside);
}

/// Paints the limit of a row that has its own, as tall as the row.
void BarPlot::paintOwnLimit(QPainter& painter, int index) const {
  if (!shown_.holds(row(index).limit)) return;
  const double x = std::round(xOf(row(index).limit)) + 0.5;
  const double half = pitch_ / 2 - 2;
  const QLineF line(x, rowCenter(index) - half, x, rowCenter(index) + half);
  painter.setPen(QPen(colors_.panel, 3.5, Qt::SolidLine, Qt::FlatCap));
  painter.drawLine(line);
  painter.setPen(limitPen());
  painter.drawLine(line);
}

void BarPlot::paintLimit(QPainter& painter) const {
  for (int i = 0; i < itemCount(); ++i)
    if (row(i).limit > 0) paintOwnLimit(painter, i);
  if (data_.limit <= 0 || !shown_.holds(data_.limit)) return;
  const QRectF plot = plotRect();
  const double x = std::round(xOf(data_.limit)) + 0.5;
  painter.setPen(QPen(colors_.panel, 3.5, Qt::SolidLine, Qt::FlatCap));
  for (int i = 0; i < itemCount(); ++i) {  // gaps in the bars that the line crosses
    if (row(i).total() <= data_.limit) continue;
    const double half = barHeight() / 2 + 1;
    painter.drawLine(QPointF(x, rowCenter(i) - half), QPointF(x, rowCenter(i) + half));
  }
  painter.setPen(limitPen());
  painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  painter.setFont(font_);
  const double width = QFontMetricsF(font_).horizontalAdvance(data_.limit_text) + 2;
  const bool room = x + 5 + width < size_.width();
  const QRectF text(room ? x + 5 : x - 5 - width, plot.bottom() - limitStrip(), width, limitStrip());
  painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, data_.limit_text);
}

}  // namespace zp
