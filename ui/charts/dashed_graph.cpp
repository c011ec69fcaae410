// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/dashed_graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace zp {

QList<QLineF> dashes_along(const QList<QPointF>& points, const QList<double>& pattern) {
  QList<QLineF> dashes;
  if (std::accumulate(pattern.begin(), pattern.end(), 0.0) <= 0) return dashes;
  qsizetype part = 0;             // index in the pattern; dashes have even indices
  double left = pattern.front();  // remaining length of that part
  for (qsizetype i = 1; i < points.size(); ++i) {
    const QLineF piece(points[i - 1], points[i]);
    const double length = piece.length();  // NaN if an end has no position
    if (!std::isfinite(length)) continue;
    for (double at = 0; at < length;) {
      const bool is_whole = at + left <= length;
      const double end = is_whole ? at + left : length;
      if (part % 2 == 0 && end > at)
        dashes << QLineF(piece.pointAt(at / length), piece.pointAt(end / length));
      if (is_whole) {
        part = (part + 1) % pattern.size();
        left = pattern[part];
      } else {
        left -= length - at;
      }
      at = end;
    }
  }
  return dashes;
}

namespace {

/// Returns true if all points with a position are in the rectangle.
bool lie_in(const QRectF& all, const QList<QPointF>& points) {
  return std::ranges::all_of(points, [&](const QPointF& at) { return qIsNaN(at.y()) || all.contains(at); });
}

}  // namespace

void DashedGraph::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const {
  const QPen pen = painter->pen();
  const bool is_dashed = pen.style() != Qt::SolidLine && pen.style() != Qt::NoPen;
  const bool is_on_screen = !painter->modes().testFlag(QCPPainter::pmVectorized) &&
                            !painter->modes().testFlag(QCPPainter::pmNoCaching);
  const QRectF shown = clipRect();
  // When zoomed in, a line may extend far outside; Qt clips it before creating dashes.
  const QRectF near = shown.adjusted(-shown.width(), -shown.height(), shown.width(), shown.height());
  if (!is_dashed || !is_on_screen || !lie_in(near, lines)) return QCPGraph::drawLinePlot(painter, lines);
  QList<double> pattern = pen.dashPattern();
  for (double& length : pattern)
    length *= pen.widthF();
  applyDefaultAntialiasingHint(painter);
  QPen solid = pen;
  solid.setStyle(Qt::SolidLine);
  painter->setPen(solid);
  painter->drawLines(dashes_along(lines, pattern));
}

}  // namespace zp
