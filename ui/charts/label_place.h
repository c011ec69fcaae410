// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <span>

namespace zp {

/// Returns a rectangle for a label of that size, `gap` away from `at`: inside `bounds`, overlapping none of
/// `taken`, and among eight directions the one that covers the fewest `points`. Empty if there is no free
/// place.
QRectF labelPlace(QPointF at, double gap, QSizeF size, const QRectF& bounds, std::span<const QRectF> taken,
                  std::span<const QPointF> points);

}  // namespace zp
