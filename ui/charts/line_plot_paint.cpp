// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/line_plot.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double marker_radius = 3.6;
constexpr double marker_edge = 1.6;
constexpr double pointed_radius = 5;
constexpr double marker_distance = 18;  // markers nearer than this to the last one are left out
constexpr double usual_tick = 6;

void drawMarker(QPainter& painter, LineMarker marker, QPointF at, double r) {
  switch (marker) {
    case LineMarker::circle:
      return painter.drawEllipse(at, r, r);
    case LineMarker::square:
      return painter.drawRect(QRectF(at.x() - r * 0.9, at.y() - r * 0.9, 1.8 * r, 1.8 * r));
    case LineMarker::diamond: {
      const double half = r * 1.3;
      return painter.drawPolygon(QPolygonF(
          {at + QPointF(0, -half), at + QPointF(half, 0), at + QPointF(0, half), at + QPointF(-half, 0)}));
    }
    case LineMarker::triangle:
      painter.drawPolygon(
          QPolygonF({at + QPointF(0, -r * 1.25), at + QPointF(r * 1.2, r), at + QPointF(-r * 1.2, r)}));
  }
}

}  // namespace

void LinePlot::paintBackdrop(QPainter& painter) const {
  if (hover_ < 0 || hover_ >= itemCount()) return;
  painter.setPen(Qt::NoPen);
  painter.setBrush(colors_.rowTint(false));
  painter.drawRect(itemRect(hover_) & plotRect());
}

void LinePlot::paintForeground(QPainter& painter) const {
  paintLegend(painter);
  paintLimit(painter);
  paintMarks(painter);
  paintUsual(painter);
  paintReference(painter);
  paintMarkers(painter);
}

void LinePlot::paintMarker(QPainter& painter, QPointF at, const LineSeries& series, bool hollow,
                           double radius) const {
  const QColor color = colors_.series(series.color);
  painter.setPen(QPen(color, marker_edge, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.setBrush(hollow ? colors_.panel : color);
  drawMarker(painter, series.marker, at, radius);
}

void LinePlot::paintLegend(QPainter& painter) const {
  const std::vector<QRectF> places = legendRects();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double y = std::round(places[i].center().y()) + 0.5;
    const QPointF left(places[i].left(), y);
    const QPointF right(places[i].left() + line_sample_width, y);
    painter.setPen(penOf(data_.series[i]));
    painter.drawLine(left, right);
    paintMarker(painter, (left + right) / 2, data_.series[i], false, marker_radius);
    painter.setFont(font_);
    painter.setPen(data_.series[i].selected ? colors_.accent : colors_.text);
    painter.drawText(places[i].adjusted(line_sample_width + legend_sample_gap, 0, 2, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, data_.series[i].name);
  }
}

void LinePlot::paintUsual(QPainter& painter) const {
  const QRectF plot = plotRect();
  const std::vector<QRectF> words = usualRects();
  painter.setFont(smallFont());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!shown_x_.holds(data_.usual[i].at)) continue;
    const double x = std::round(xOf(data_.usual[i].at)) + 0.5;
    painter.setPen(QPen(colors_.muted, 1));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.top() + usual_tick));
    painter.drawText(words[i].adjusted(-2, 0, 2, 0), Qt::AlignCenter, data_.usual[i].text);
  }
}

void LinePlot::paintReference(QPainter& painter) const {
  painter.setFont(smallFont());
  painter.setPen(colors_.muted);
  painter.drawText(referenceRect(), Qt::AlignCenter, data_.reference_name);
}

void LinePlot::paintMarks(QPainter& painter) const {
  const QRectF plot = plotRect();
  if (!data_.turning.text.isEmpty() && shown_x_.holds(data_.turning.at)) {
    const double x = std::round(xOf(data_.turning.at)) + 0.5;
    painter.setPen(QPen(colors_.text, 1.25, Qt::DotLine, Qt::FlatCap));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.setFont(smallFont());
    painter.setPen(colors_.text);
    painter.drawText(turningRect().adjusted(-2, 0, 2, 0), Qt::AlignCenter, data_.turning.text);
  }
  if (data_.today.text.isEmpty() || !shown_x_.holds(data_.today.at)) return;
  const double x = std::round(xOf(data_.today.at)) + 0.5;
  painter.setPen(QPen(colors_.accent, 1.6));
  painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  painter.setFont(scaledFont(smallFont(), 1, QFont::Bold));
  painter.drawText(todayRect().adjusted(-2, 0, 2, 0), Qt::AlignCenter, data_.today.text);
}

void LinePlot::paintLimit(QPainter& painter) const {
  if (!hasLimit()) return;
  const QRectF plot = plotRect();
  const double y = std::round(yOf(data_.limit)) + 0.5;
  painter.setPen(limitPen());
  painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
  const QRectF words = limitRect();
  painter.setPen(Qt::NoPen);
  painter.setBrush(colors_.panel);
  painter.drawRect(words);
  painter.setFont(smallFont());
  painter.setPen(colors_.over);
  painter.drawText(words, Qt::AlignCenter, data_.limit_text);
}

/// Paints the markers, the selected line last, so that it is on top.
void LinePlot::paintMarkers(QPainter& painter) const {
  for (const bool selected : {false, true})
    for (int s = 0; s < seriesCount(); ++s) {
      if (series(s).selected != selected) continue;
      double last = -marker_distance;
      for (int c = 0; c < itemCount(); ++c) {
        if (!isPointShown(s, c)) continue;
        const QPointF at = pointAt(s, c);
        if (at.x() < last + marker_distance) continue;
        last = at.x();
        paintMarker(painter, at, series(s), point(s, c).hollow, marker_radius);
      }
    }
}

/// Marks the column with the mouse or the keyboard focus.
void LinePlot::paintFocus(QPainter& painter) const {
  const int at = focus_ >= 0 ? focus_ : hover_;
  if (at >= 0 && at < itemCount())
    for (int s = 0; s < seriesCount(); ++s)
      if (isPointShown(s, at))
        paintMarker(painter, pointAt(s, at), series(s), point(s, at).hollow, pointed_radius);
  if (focus_ < 0 || focus_ >= itemCount()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colors_.accent, 2));
  painter.drawRoundedRect((itemRect(focus_) & plotRect()).adjusted(-2, 1, 2, -1), 3, 3);
}

}  // namespace zp
