// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <span>

namespace zp {

/// Where a label of that size stands beside `at`, `gap` away from it: inside `bounds`, on none of `taken`,
/// and of the eight places around it the one that covers the fewest `points`. An empty rectangle where
/// every place is taken.
QRectF labelPlace(QPointF at, double gap, QSizeF size, const QRectF& bounds, std::span<const QRectF> taken,
                  std::span<const QPointF> points);

}  // namespace zp
