// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "ui/charts/scatter_plot.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double point_radius = 2.6;
constexpr double outline = 1.2;  // of a hollow point
constexpr double legend_radius = 4.5;
constexpr double line_point_radius = 4.2;
constexpr double focus_radius = 6;
constexpr double ring_radius = 8.5;
constexpr double star_radius = 10.5;
constexpr double beyond_tint = 0.1;
constexpr double limit_tint = 0.14;
constexpr double level_tint = 0.16;
constexpr int most_ringed = 40;       // a line with more points shows none
constexpr double band_tint = 0.026;   // opacity of a ± 100 % band; narrower bands are darker
constexpr double faint_share = 0.35;  // share of the colour in points of plans that cannot run

QPolygonF starAt(QPointF at) {
  QPolygonF star;
  for (int corner = 0; corner < 10; ++corner) {
    const double radius = corner % 2 == 0 ? star_radius : star_radius * 0.42;
    const double angle = std::numbers::pi * (corner / 5.0 - 0.5);
    star << at + QPointF(std::cos(angle), std::sin(angle)) * radius;
  }
  return star;
}

}  // namespace

QColor ScatterPlot::bandColor(const ScatterBand& band) const {
  return blend(colors_.accent, colors_.panel, band_tint / band.share);
}

QLineF ScatterPlot::ratioLine(double factor) const {
  const auto place = [&](double x) { return QPointF(xOf(x), yOf(x * factor)); };
  return {place(x_axis_.lower()), place(x_axis_.upper())};
}

/// Paints the bands around the diagonal, the widest first.
void ScatterPlot::paintBands(QPainter& painter) const {
  painter.save();
  painter.setClipRect(plotRect());
  painter.setPen(Qt::NoPen);
  for (const ScatterBand& band : data_.bands) {
    const QLineF above = ratioLine(1 + band.share), below = ratioLine(1 / (1 + band.share));
    painter.setBrush(bandColor(band));
    painter.drawPolygon(QPolygonF() << above.p1() << above.p2() << below.p2() << below.p1());
  }
  if (!data_.bands.empty()) {
    painter.setPen(QPen(colors_.muted, 1));
    painter.drawLine(ratioLine(1));
  }
  painter.restore();
}

/// Shades the range of the level, and draws the level itself.
void ScatterPlot::paintLevel(QPainter& painter) const {
  if (!data_.level || data_.level->high < y_axis_.lower() || data_.level->low > y_axis_.upper()) return;
  const QRectF plot = plotRect();
  const auto at = [&](double value) { return std::clamp(yOf(value), plot.top(), plot.bottom()); };
  const QPointF top(plot.left(), at(data_.level->high)), bottom(plot.right(), at(data_.level->low));
  painter.fillRect(QRectF(top, bottom), blend(colors_.fits, colors_.panel, level_tint));
  painter.setPen(QPen(colors_.fits, 1.5));
  if (y_axis_.holds(data_.level->at))
    painter.drawLine(QPointF(plot.left(), at(data_.level->at)), QPointF(plot.right(), at(data_.level->at)));
}

/// Shades the bands, and the regions that a limit or the capacity excludes.
void ScatterPlot::paintBackdrop(QPainter& painter) const {
  const QRectF plot = plotRect();
  paintBands(painter);
  paintLevel(painter);
  painter.setPen(Qt::NoPen);
  const auto shade = [&](const QRectF& region, const QColor& color, double share) {
    painter.setBrush(blend(color, colors_.panel, share));
    painter.drawRect(region.intersected(plot));
  };
  if (data_.y_limit.at > 0)
    shade(QRectF(QPointF(plot.left(), yOf(data_.y_limit.at)),
                 data_.y_is_most ? plot.topRight() : plot.bottomRight())
              .normalized(),
          colors_.muted, limit_tint);
  if (data_.most_x.at > 0)
    shade(QRectF(QPointF(xOf(data_.most_x.at), plot.top()), plot.bottomRight()), colors_.muted, limit_tint);
  if (data_.capacity > 0 && data_.capacity < x_axis_.upper())
    shade(QRectF(QPointF(xOf(data_.capacity), plot.top()), plot.bottomRight()), colors_.over, beyond_tint);
}

void ScatterPlot::paintForeground(QPainter& painter) const {
  paintLegend(painter);
  paintPoints(painter);
  paintLimits(painter);
  paintLine(painter);
  paintMarks(painter);
}

QColor ScatterPlot::colorOf(const ScatterPoint& point) const {
  const QColor full = colors_.series(point.color);
  return point.faint ? blend(full, colors_.panel, faint_share) : full;
}

void ScatterPlot::paintPoint(QPainter& painter, const ScatterPoint& point, QPointF at, double radius) const {
  QPainterPath shape;
  if (point.hollow) {
    for (const double half : {radius + outline / 2, radius - outline / 2})
      shape.addRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half));
  } else {
    shape.addEllipse(at, radius, radius);
  }
  painter.fillPath(shape, colorOf(point));
}

void ScatterPlot::paintLegend(QPainter& painter) const {
  const std::vector<QRectF> places = legendRects();
  painter.setFont(font_);
  const std::size_t lines = data_.legend.size() + (data_.line_count > 0 ? 1 : 0);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const QPointF at(places[i].left() + 7, std::round(places[i].center().y()));
    QString name;
    if (i < data_.legend.size()) {
      name = data_.legend[i].name;
      paintPoint(painter, {0, 0, data_.legend[i].color, data_.legend[i].hollow}, at, legend_radius);
    } else if (i < lines) {
      name = data_.line_name;
      painter.setPen(QPen(colors_.text, 1.6));
      painter.drawLine(at - QPointF(7, 0), at + QPointF(7, 0));
    } else {
      const ScatterBand& band = data_.bands[i - lines];
      name = band.text;
      painter.fillRect(QRectF(at - QPointF(7, 5), QSizeF(14, 11)), bandColor(band));
    }
    painter.setPen(colors_.text);
    painter.drawText(places[i].adjusted(14 + legend_sample_gap, 0, 2, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     name);
  }
}

/// Paints the points, those of plans that cannot run first.
void ScatterPlot::paintPoints(QPainter& painter) const {
  const auto rest = std::span(data_.points).subspan(static_cast<std::size_t>(data_.line_count));
  // Thousands of points share their pixel with another; QCustomPlot shifts all by half a pixel.
  std::set<std::tuple<int, int, QRgb, bool>> painted;
  for (const bool faint : {true, false})
    for (const ScatterPoint& each : rest) {
      if (each.faint != faint || !isShown(each)) continue;
      const QPoint at = placeOf(each).toPoint();
      if (painted.emplace(at.x(), at.y(), colorOf(each).rgb(), each.hollow).second)
        paintPoint(painter, each, QPointF(at) - QPointF(0.5, 0.5),
                   each.radius > 0 ? each.radius : point_radius);
    }
}

void ScatterPlot::paintLine(QPainter& painter) const {
  QPolygonF line;
  for (int i = 0; i < data_.line_count; ++i)
    line << placeOf(point(i));
  painter.setPen(QPen(colors_.text, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  painter.save();
  if (isZoomed()) painter.setClipRect(plotRect());
  painter.drawPolyline(line);
  painter.restore();
  for (int i = 0; i < data_.line_count && data_.line_count <= most_ringed; ++i)
    if (isShown(point(i))) paintRinged(painter, {0, 0, point(i).color, point(i).hollow}, line[i]);
}

void ScatterPlot::paintRinged(QPainter& painter, const ScatterPoint& point, QPointF at) const {
  painter.setPen(QPen(colors_.text, 1.4));
  painter.setBrush(colors_.panel);
  painter.drawEllipse(at, line_point_radius, line_point_radius);
  paintPoint(painter, point, at, line_point_radius - 1.9);
}

void ScatterPlot::paintWords(QPainter& painter, const QRectF& place, const QString& text, const QColor& color,
                             const QFont& font) const {
  if (place.isEmpty()) return;
  QColor ground = colors_.panel;
  ground.setAlphaF(0.75F);  // points below it stay visible
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground);
  painter.drawRoundedRect(place, 3, 3);
  painter.setFont(font);
  painter.setPen(color);
  painter.drawText(place.adjusted(-2, 0, 2, 0), Qt::AlignCenter, text);
}

void ScatterPlot::paintMarks(QPainter& painter) const {
  if (data_.present >= 0 && isShown(point(data_.present))) {
    const QPointF at = placeOf(point(data_.present));
    painter.setPen(QPen(colors_.accent, 2.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(at, ring_radius, ring_radius);
    paintPoint(painter, point(data_.present), at, point_radius + 0.6);
  }
  if (data_.best >= 0 && isShown(point(data_.best))) {
    painter.setPen(QPen(colors_.text, 1));
    painter.setBrush(colors_.component(ChartComponent::activations));
    painter.drawPolygon(starAt(placeOf(point(data_.best))));
  }
  paintWords(painter, present_rect_, data_.present_text, colors_.accent, markFont());
  paintWords(painter, best_rect_, data_.best_text, colors_.text, markFont());
}

void ScatterPlot::paintLimits(QPainter& painter) const {
  const QRectF plot = plotRect();
  const auto paintGrip = [&](const QRectF& grip, bool is_set) {
    if (grip.isEmpty()) return;
    painter.setPen(QPen(is_set ? colors_.accent : colors_.outline, 1));
    painter.setBrush(is_set ? colors_.accent : colors_.panel);
    painter.drawRoundedRect(grip.adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5);
  };
  if (data_.capacity > 0 && data_.capacity < x_axis_.upper() && x_axis_.holds(data_.capacity)) {
    const double x = std::round(xOf(data_.capacity)) + 0.5;
    painter.setPen(limitPen());
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  }
  painter.setPen(QPen(colors_.accent, 1.5));
  if (data_.most_x.at > 0 && x_axis_.holds(data_.most_x.at)) {
    const double x = std::round(xOf(data_.most_x.at)) + 0.5;
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  }
  if (data_.y_limit.at > 0 && y_axis_.holds(data_.y_limit.at)) {
    const double y = std::round(yOf(data_.y_limit.at)) + 0.5;
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
  }
  if (!captions_) {  // exported pictures have no grips
    paintGrip(mostGrip(), data_.most_x.at > 0);
    paintGrip(yGrip(), data_.y_limit.at > 0);
  }
  paintWords(painter, capacity_rect_, data_.capacity_text, colors_.over, smallFont());
  paintWords(painter, beyond_rect_, data_.beyond_text, colors_.over, smallFont());
  paintWords(painter, most_rect_, data_.most_x.text, colors_.accent, smallFont());
  paintWords(painter, y_rect_, data_.y_limit.text, colors_.accent, smallFont());
  if (data_.level) paintWords(painter, level_rect_, data_.level->text, colors_.fits, smallFont());
}

/// Marks the point that the mouse or the keyboard is on.
void ScatterPlot::paintFocus(QPainter& painter) const {
  const int at = hover_ >= 0 ? hover_ : focus_;
  if (at < 0 || at >= itemCount() || !isShown(point(at))) return;
  const QPointF place = placeOf(point(at));
  painter.setPen(QPen(colors_.accent, focus_ == at ? 2.4 : 1.6));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(place, focus_radius, focus_radius);
  if (focus_ == at) painter.drawRoundedRect(itemRect(at).adjusted(-3, -3, 3, 3), 3, 3);
}

}  // namespace zp
