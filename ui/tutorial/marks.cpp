// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tutorial/marks.h"

#include <QPainter>
#include <algorithm>
#include <cstdlib>
#include <limits>

#include "ui/theme/theme.h"

namespace zp {
namespace {

constexpr double frame_gap = 2;       ///< from control to frame
constexpr double frame_width = 2;     ///< of its line
constexpr double number_radius = 11;  ///< of a number
constexpr double from_edge = 1;       ///< of the picture
constexpr double large_side = 120;    ///< a control larger than this in both directions gets its frame inside
constexpr int least_contrast = 48;    ///< difference of grey levels, out of 255
constexpr double hidden_control = 1e6, hidden_number = 1e5;

QRectF around(QPointF centre) {
  return {centre.x() - number_radius, centre.y() - number_radius, 2 * number_radius, 2 * number_radius};
}

/// Returns how much a number at that place would cover: the area in logical pixels of edges with high
/// contrast (letters, bars, buttons), not of the faint lines between panels.
double inkAt(const QImage& picture, const QRectF& place) {
  const double ratio = picture.devicePixelRatio();
  const QRect pixels = QRectF(place.topLeft() * ratio, place.size() * ratio)
                           .toAlignedRect()
                           .intersected(picture.rect().adjusted(0, 0, -1, -1));
  int edges = 0;
  for (int y = pixels.top(); y <= pixels.bottom(); ++y)
    for (int x = pixels.left(); x <= pixels.right(); ++x) {
      const int here = qGray(picture.pixel(x, y));
      edges += std::abs(here - qGray(picture.pixel(x + 1, y))) > least_contrast ||
               std::abs(here - qGray(picture.pixel(x, y + 1))) > least_contrast;
    }
  return edges / (ratio * ratio);
}

/// A possible place for a number, and how much more it may cover than a place of cost 0: first on the frame,
/// preferably at its corners, then next to it, then inside.
struct NumberPlace {
  QPointF centre;
  double cost;
};

std::vector<NumberPlace> placesFor(const QRectF& frame) {
  constexpr double on_side = 8, beside = 30, within = 16;
  std::vector<NumberPlace> places;
  for (const QPointF& corner : {frame.topLeft(), frame.topRight(), frame.bottomLeft(), frame.bottomRight()})
    places.push_back({corner, 0});
  for (const double along : {0.5, 0.25, 0.75}) {
    const double x = frame.left() + along * frame.width(), y = frame.top() + along * frame.height();
    for (const QPointF& side : {QPointF(frame.left(), y), QPointF(frame.right(), y), QPointF(x, frame.top()),
                                QPointF(x, frame.bottom())})
      places.push_back({side, on_side});
  }
  const double out = number_radius + frame_width;
  for (const double along : {0.5, 0.0, 1.0}) {
    const double x = frame.left() + along * frame.width(), y = frame.top() + along * frame.height();
    for (const QPointF& side : {QPointF(frame.left() - out, y), QPointF(frame.right() + out, y),
                                QPointF(x, frame.top() - out), QPointF(x, frame.bottom() + out)})
      places.push_back({side, beside});
  }
  for (const double x : {frame.right() - out - 2, frame.left() + out + 2})
    for (const double y : {frame.center().y(), frame.top() + out + 2, frame.bottom() - out - 2})
      places.push_back({{x, y}, within});
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
  const bool is_large = control.width() > large_side && control.height() > large_side;
  const double away = is_large ? -1 : frame_gap;
  return control.adjusted(-away, -away, away, away).intersected(inside);
}

std::vector<QRectF> placeNumbers(const QImage& picture, const std::vector<Mark>& marks) {
  const QSizeF size = sizeOf(picture);
  const QRectF inside = QRectF({}, size).adjusted(from_edge, from_edge, -from_edge, -from_edge);
  std::vector<QRectF> numbers(marks.size());
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i].number == 0) continue;
    double least = std::numeric_limits<double>::infinity();
    for (const NumberPlace& at : placesFor(frameOf(marks[i].control, size))) {
      const QRectF place = around(at.centre);
      if (!inside.contains(place)) continue;
      double cost = at.cost + inkAt(picture, place);
      for (std::size_t j = 0; j < marks.size(); ++j)  // inside a larger frame is acceptable
        if (j != i && overlap(place, frameOf(marks[j].control, size)) > 0 &&
            !marks[j].control.contains(marks[i].control))
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

void paintMarks(QPainter& painter, const std::vector<Mark>& marks, const std::vector<QRectF>& numbers,
                QSizeF size, const ThemeColors& colors) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  for (const Mark& mark : marks) {
    const QRectF frame = frameOf(mark.control, size);
    painter.setPen(QPen(colors.panel, frame_width + 1));  // a wider line below it, visible on any background
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

void paintMarks(QImage& picture, const std::vector<Mark>& marks, const ThemeColors& colors) {
  const std::vector<QRectF> numbers = placeNumbers(picture, marks);
  QPainter painter(&picture);
  paintMarks(painter, marks, numbers, sizeOf(picture), colors);
}

}  // namespace zp
