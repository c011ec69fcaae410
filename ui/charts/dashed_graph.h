// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QList>
#include <QPointF>

#include "ui/qcp.h"

namespace zp {

/// Returns the dashes of a line through `points`. `pattern` alternates lengths of dashes and gaps, in pixels,
/// and continues around corners. A pattern of total length 0 has no dashes.
[[nodiscard]] QList<QLineF> dashes_along(const QList<QPointF>& points, const QList<double>& pattern);

/// A graph that draws its dashes one by one on the screen; Qt would fill the outlines of all dashes as one
/// polygon, which takes ten times as long. Files use Qt's own dashes.
class DashedGraph : public QCPGraph {
 public:
  using QCPGraph::QCPGraph;

 protected:
  void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;
};

}  // namespace zp
