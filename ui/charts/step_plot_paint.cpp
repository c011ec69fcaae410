// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/step_plot.h"

namespace zp {
namespace {

constexpr double mark_radius = 4;
constexpr double spread_cap = 3;
constexpr double mark_distance = 14;

}  // namespace

void StepPlot::paintBackdrop(QPainter& painter) const {
  if (hover_ < 0 || hover_ >= itemCount()) return;
  painter.setPen(Qt::NoPen);
  painter.setBrush(colors_.rowTint(false));
  painter.drawRoundedRect(itemRect(hover_), 3, 3);
}

void StepPlot::paintForeground(QPainter& painter) const {
  paintSwatches(painter, data_.bars.series);
  const QRectF plot = plotRect();
  const double line = QFontMetricsF(font_).height();
  painter.setFont(font_);
  painter.setPen(colors_.muted);
  painter.drawText(QRectF(plot.left(), plot.top() - line - 4, plot.width(), line),
                   Qt::AlignLeft | Qt::AlignVCenter, data_.bars.axis_title);
  paintLabels(painter);
  paintPointer(painter);
  paintMarks(painter);
  paintLimit(painter);
  if (!words().stale) paintRing(painter);  // below the words of the peak
  paintPeak(painter);
}

void StepPlot::paintFocus(QPainter& painter) const {
  if (words().stale) paintRing(painter);
}

void StepPlot::paintLabels(QPainter& painter) const {
  const double line = QFontMetricsF(font_).height();
  for (int i = 0; i < itemCount(); ++i) {
    const QRectF place = labelRect(i);
    painter.setFont(scaledFont(font_, 1, i == data_.peak ? QFont::Bold : QFont::Normal));
    painter.setPen(row(i).verdict == Verdict::over ? colors_.over : colors_.text);
    painter.drawText(QRectF(place.left(), place.top(), place.width(), line),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextDontClip, totalText(row(i)));
    painter.setFont(label_font_);
    painter.setPen(colors_.muted);
    painter.drawText(place.adjusted(0, line, 0, 0),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap | Qt::TextDontClip, row(i).label);
  }
}

/// Paints a vertical line over the areas at the moment under the mouse.
void StepPlot::paintPointer(QPainter& painter) const {
  if (hover_ < 0 || hover_ >= itemCount()) return;
  const QRectF plot = plotRect();
  const double x = std::round(xOf(keyOf(hover_))) + 0.5;
  painter.setPen(QPen(colors_.text, 1));
  const double top = yOf(std::clamp(row(hover_).total(), shown_.low, shown_.high));
  painter.drawLine(QPointF(x, top), QPointF(x, plot.bottom()));
}

/// Paints the marks of one moment side by side, those of the peak next to the peak's own.
void StepPlot::paintMarks(QPainter& painter) const {
  for (int i = 0; i < itemCount(); ++i) {
    const std::vector<MeasuredMark>& marks = row(i).marks;
    const double half = mark_distance * static_cast<double>(marks.size() - 1) / 2;
    const double first = xOf(keyOf(i)) + (i == data_.peak ? mark_distance : -half);
    for (std::size_t k = 0; k < marks.size(); ++k) {
      if (!shown_.holds(marks[k].value) || !shown_.holds(marks[k].predicted)) continue;
      const double x = first + mark_distance * static_cast<double>(k);
      paintMark(painter, {x, yOf(marks[k].value)}, {x, yOf(marks[k].predicted)}, marks[k].outside);
    }
  }
}

void StepPlot::paintLimit(QPainter& painter) const {
  if (data_.bars.limit <= 0) return;
  if (isLimitShown()) {
    const QRectF plot = plotRect();
    const double y = std::round(yOf(data_.bars.limit)) + 0.5;
    painter.setPen(
        QPen(colors_.panel, 3.5, Qt::SolidLine, Qt::FlatCap));  // a gap in the areas that it crosses
    painter.drawLine(QPointF(plot.left() + 1, y), QPointF(plot.right(), y));
    painter.setPen(limitPen());
    painter.drawLine(QPointF(plot.left() + 1, y), QPointF(plot.right(), y));
  }
  const QRectF text = limitRect();
  const bool on_area = hasPeak() && row(data_.peak).total() > data_.bars.limit;
  if (on_area) {  // the text needs its own background
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors_.panel);
    painter.drawRoundedRect(text, 3, 3);
  }
  painter.setFont(font_);
  painter.setPen(colors_.over);
  painter.drawText(text, Qt::AlignCenter, limitText());
}

/// Paints a ring at the peak, its range as a bracket, and its text above.
void StepPlot::paintPeak(QPainter& painter) const {
  if (!hasPeak()) return;
  const BarRow& each = row(data_.peak);
  const QPointF top(xOf(keyOf(data_.peak)), yOf(each.total()));
  if (each.high > each.low && each.high > shown_.low && each.low < shown_.high) {
    painter.setPen(QPen(colors_.text, 1.25));
    painter.drawLine(QPointF(top.x(), yOf(std::max(each.low, shown_.low))),
                     QPointF(top.x(), yOf(std::min(each.high, shown_.high))));
    for (const double end : {each.low, each.high})
      if (shown_.holds(end))
        painter.drawLine(QPointF(top.x() - spread_cap, yOf(end)), QPointF(top.x() + spread_cap, yOf(end)));
  }
  painter.setPen(QPen(colors_.text, 1.6));
  painter.setBrush(colors_.panel);
  if (shown_.holds(each.total())) painter.drawEllipse(top, mark_radius, mark_radius);
  const QRectF box = peakRect();
  if (box.isEmpty()) return;
  const bool alarm = each.verdict == Verdict::over || each.verdict == Verdict::tight;
  const QColor color = alarm ? colors_.state(each.verdict) : colors_.text;
  painter.setPen(QPen(alarm ? color : colors_.outline, 1));
  painter.drawRoundedRect(box, 4, 4);
  painter.setFont(scaledFont(font_, 1, QFont::Bold));
  painter.setPen(color);
  painter.drawText(box, Qt::AlignCenter, data_.peak_text);
}

/// Paints a ring around the moment and part with the keyboard focus.
void StepPlot::paintRing(QPainter& painter) const {
  if (focus_ < 0 || focus_ >= itemCount()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colors_.accent, 2));
  painter.drawRoundedRect(itemRect(focus_).adjusted(-1, 1, 1, 1), 3, 3);
  const QRectF part = focus_part_ < 0 ? QRectF() : partRect(focus_, focus_part_);
  if (part.isEmpty()) return;
  painter.setPen(QPen(colors_.text, 1.5));
  painter.setBrush(colors_.panel);
  painter.drawRect(QRectF(part.left(), part.top(), part.width(), std::max(part.height(), 2.0)));
}

}  // namespace zp
