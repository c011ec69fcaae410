// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/charts/line_plot.h"
#include "ui/charts/stamps.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double marker_radius = 3.6;
constexpr double marker_edge =
    1.6;  // as wide as a stroke would be, which costs several times as much as a filled shape
constexpr int marker_room = 8;  // around the middle of a marker
constexpr double pointed_radius = 5;
constexpr double marker_distance = 18;  // markers nearer than this to the last one are left out
constexpr double usual_tick = 6;

/// Returns a marker that reaches `r` from its middle, and `more` beyond its edges all round.
QPolygonF shapeOf(LineMarker marker, QPointF at, double r, double more) {
  const double root = std::numbers::sqrt2;
  switch (marker) {
    case LineMarker::square: {
      const double half = r * 0.9 + more;
      return QPolygonF(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half));
    }
    case LineMarker::diamond: {
      const double half = r * 1.3 + more * root;
      return QPolygonF(
          {at + QPointF(0, -half), at + QPointF(half, 0), at + QPointF(0, half), at + QPointF(-half, 0)});
    }
    case LineMarker::triangle: {
      const double side = std::hypot(1.2, 2.25);  // from half the foot and the height
      const double foot = r * 1.2 + more * (side + 1.2) / 2.25;
      return QPolygonF({at + QPointF(0, -r * 1.25 - more * side / 1.2), at + QPointF(foot, r + more),
                        at + QPointF(-foot, r + more)});
    }
    case LineMarker::circle:
      break;
  }
  return {};
}

}  // namespace

void LinePlot::paintBackdrop(QPainter& painter) const {
  if (hover_ < 0 || hover_ >= itemCount()) return;
  painter.setPen(Qt::NoPen);
  painter.setBrush(colors_.rowTint(false));
  painter.drawRect(itemRect(hover_));
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
  painter.setPen(Qt::NoPen);
  const auto fill = [&](const QColor& color, double more) {
    painter.setBrush(color);
    if (series.marker == LineMarker::circle)
      painter.drawEllipse(at, radius + more, radius + more);
    else
      painter.drawPolygon(shapeOf(series.marker, at, radius, more));
  };
  fill(colors_.series(series.color), marker_edge / 2);
  if (hollow) fill(colors_.panel, -marker_edge / 2);
}

void LinePlot::putMarker(Stamps& stamps, QPointF at, const LineSeries& series, bool hollow) const {
  const QRgb color = colors_.series(series.color).rgba();
  stamps.put({static_cast<int>(series.marker), hollow, color, colors_.panel.rgba()}, at,
             [&](QPainter& on, QPointF to) { paintMarker(on, to, series, hollow, marker_radius); });
}

void LinePlot::paintLegend(QPainter& painter) const {
  const std::vector<QRectF> places = legendRects();
  Stamps stamps(painter, u"marker"_s, marker_room);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double y = std::round(places[i].center().y()) + 0.5;
    const QPointF left(places[i].left(), y);
    const QPointF right(places[i].left() + line_sample_width, y);
    painter.setPen(penOf(data_.series[i]));
    painter.drawLine(left, right);
    putMarker(stamps, (left + right) / 2, data_.series[i], false);
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
  if (!data_.turning.text.isEmpty()) {
    const double x = std::round(xOf(data_.turning.at)) + 0.5;
    painter.setPen(QPen(colors_.text, 1.25, Qt::DotLine, Qt::FlatCap));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.setFont(smallFont());
    painter.setPen(colors_.text);
    painter.drawText(turningRect().adjusted(-2, 0, 2, 0), Qt::AlignCenter, data_.turning.text);
  }
  if (data_.today.text.isEmpty()) return;
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

/// Paints the markers, the chosen line last, so that it lies above the others.
void LinePlot::paintMarkers(QPainter& painter) const {
  Stamps stamps(painter, u"marker"_s, marker_room);
  for (const bool selected : {false, true})
    for (int s = 0; s < seriesCount(); ++s) {
      if (series(s).selected != selected) continue;
      double last = -marker_distance;
      for (int c = 0; c < itemCount(); ++c) {
        if (!hasPoint(s, c)) continue;
        const QPointF at = pointAt(s, c);
        if (at.x() < last + marker_distance) continue;
        last = at.x();
        putMarker(stamps, at, series(s), point(s, c).hollow);
      }
    }
}

/// Marks the column that the mouse or the keyboard is on.
void LinePlot::paintFocus(QPainter& painter) const {
  const int at = focus_ >= 0 ? focus_ : hover_;
  if (at >= 0 && at < itemCount())
    for (int s = 0; s < seriesCount(); ++s)
      if (hasPoint(s, at))
        paintMarker(painter, pointAt(s, at), series(s), point(s, at).hollow, pointed_radius);
  if (focus_ < 0 || focus_ >= itemCount()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colors_.accent, 2));
  painter.drawRoundedRect(itemRect(focus_).adjusted(-2, 1, 2, -1), 3, 3);
}

}  // namespace zp
