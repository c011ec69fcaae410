// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QList>
#include <QPointF>

#include "ui/qcp.h"

namespace zp {

/// Returns the dashes of a line through `points`. `pattern` holds the lengths of dash and gap in turn, in
/// pixels; it goes on around corners. A pattern without a length gives no dashes.
[[nodiscard]] QList<QLineF> dashes_along(const QList<QPointF>& points, const QList<double>& pattern);

/// A graph whose dashes are drawn one by one on the screen. Qt fills the outlines of all dashes of a line as
/// one polygon, which takes ten times as long. Files get Qt's own dashes.
class DashedGraph : public QCPGraph {
 public:
  using QCPGraph::QCPGraph;

 protected:
  void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;
};

}  // namespace zp
