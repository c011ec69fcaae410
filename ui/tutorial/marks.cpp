// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tutorial/marks.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "ui/theme/theme.h"

namespace zp {
namespace {

constexpr double frame_gap = 3;    ///< from control to frame
constexpr double frame_width = 2;  ///< of its line
constexpr double radius = 11;      ///< of a number
constexpr double from_edge = 1;    ///< of the picture
constexpr double hidden_control = 1e6, hidden_number = 1e5;

QRectF around(QPointF centre) { return {centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius}; }

/// Pixels of the place that are not of its ground: what a number there would hide.
double inkAt(const QImage& picture, const QRectF& place) {
  const double ratio = picture.devicePixelRatio();
  const QRect pixels =
      QRectF(place.topLeft() * ratio, place.size() * ratio).toAlignedRect().intersected(picture.rect());
  std::map<QRgb, int> counts;
  for (int y = pixels.top(); y <= pixels.bottom(); ++y)
    for (int x = pixels.left(); x <= pixels.right(); ++x)
      ++counts[picture.pixel(x, y)];
  int most = 0, all = 0;
  for (const auto& [color, count] : counts) {
    most = std::max(most, count);
    all += count;
  }
  return (all - most) / (ratio * ratio);
}

/// Round a frame, touching it from outside: the middles of its sides first, then along them.
std::vector<QPointF> placesAround(const QRectF& frame) {
  const double out = radius + frame_width;
  std::vector<QPointF> places;
  for (const double along : {0.5, 0.0, 1.0, 0.25, 0.75}) {
    const double x = frame.left() + along * frame.width(), y = frame.top() + along * frame.height();
    places.insert(places.end(), {{frame.left() - out, y},
                                 {frame.right() + out, y},
                                 {x, frame.top() - out},
                                 {x, frame.bottom() + out}});
  }
  const double corner = out * M_SQRT1_2;
  for (const QPointF& at : {frame.topLeft(), frame.topRight(), frame.bottomLeft(), frame.bottomRight()})
    places.emplace_back(at.x() + (at.x() > frame.center().x() ? corner : -corner),
                        at.y() + (at.y() > frame.center().y() ? corner : -corner));
  return places;
}

double overlap(const QRectF& a, const QRectF& b) {
  const QRectF both = a.intersected(b);
  return both.isEmpty() ? 0 : both.width() * both.height();
}

QSizeF sizeOf(const QImage& picture) { return QSizeF(picture.size()) / picture.devicePixelRatio(); }

}  // namespace

QRectF frameOf(const QRectF& control, QSizeF picture) {
  const QRectF inside = QRectF({}, picture).adjusted(frame_width, frame_width, -frame_width, -frame_width);
  return control.adjusted(-frame_gap, -frame_gap, frame_gap, frame_gap).intersected(inside);
}

std::vector<QRectF> placeNumbers(const QImage& picture, const std::vector<Mark>& marks) {
  const QSizeF size = sizeOf(picture);
  const QRectF inside = QRectF({}, size).adjusted(from_edge, from_edge, -from_edge, -from_edge);
  std::vector<QRectF> numbers(marks.size());
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i].number == 0) continue;
    double least = std::numeric_limits<double>::infinity();
    for (const QPointF& at : placesAround(frameOf(marks[i].control, size))) {
      const QRectF place = around(at);
      if (!inside.contains(place)) continue;
      double cost = inkAt(picture, place);
      for (const Mark& other : marks)
        if (overlap(place, frameOf(other.control, size)) > 0 &&
            !other.control.contains(marks[i].control))  // inside a larger frame is a good place
          cost += hidden_control;
      for (std::size_t j = 0; j < i; ++j)
        if (overlap(place.adjusted(-2, -2, 2, 2), numbers[j]) > 0) cost += hidden_number;
      if (cost >= least) continue;
      least = cost;
      numbers[i] = place;
    }
  }
  return numbers;
}

void paintMarks(QImage& picture, const std::vector<Mark>& marks, const ThemeColors& colors) {
  const std::vector<QRectF> numbers = placeNumbers(picture, marks);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  for (const Mark& mark : marks) {
    const QRectF frame = frameOf(mark.control, sizeOf(picture));
    painter.setPen(QPen(colors.panel, 2 * frame_width));  // so that it is seen on any ground
    painter.drawRoundedRect(frame, 5, 5);
    painter.setPen(QPen(colors.mark, frame_width));
    painter.drawRoundedRect(frame, 5, 5);
  }
  painter.setFont(scaledFont(tabularFont(painter.font()), 1, QFont::Bold));
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (numbers[i].isEmpty()) continue;
    painter.setPen(QPen(colors.panel, 1.5));
    painter.setBrush(colors.mark);
    painter.drawEllipse(numbers[i]);
    painter.setPen(colors.panel);
    painter.drawText(numbers[i], Qt::AlignCenter, QString::number(marks[i].number));
  }
}

}  // namespace zp
