// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QPointF>
#include <QVector>

namespace zp {

/// Returns the dashes of a line through `points`, each as one straight piece: lengths of dash and gap
/// alternate, in pixels, and begin anew behind a point that is not a number. Painted so, a wide dashed line
/// costs a third of QPainter's own, which outlines all dashes as one path.
QVector<QLineF> dashesOf(const QVector<QPointF>& points, const QVector<qreal>& lengths);

}  // namespace zp
