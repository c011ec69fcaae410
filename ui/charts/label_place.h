// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <span>

namespace zp {

/// Returns the place of a label of that size beside `at`, `gap` away from it: inside `bounds`, on none of
/// `taken`, and of the eight places around `at` the one that covers the fewest `points`. Returns an empty
/// rectangle if every place is taken.
QRectF labelPlace(QPointF at, double gap, QSizeF size, const QRectF& bounds, std::span<const QRectF> taken,
                  std::span<const QPointF> points);

}  // namespace zp
