// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/label_place.h"

#include <algorithm>

namespace zp {
namespace {

/// Directions from the point, the most readable first.
constexpr QPointF directions[] = {{0, -1}, {0, 1}, {1, 0}, {-1, 0}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}};

}  // namespace

QRectF labelPlace(QPointF at, double gap, QSizeF size, const QRectF& bounds, std::span<const QRectF> taken,
                  std::span<const QPointF> points) {
  QRectF best;
  std::ptrdiff_t fewest = 0;
  for (const QPointF& direction : directions) {
    const QPointF center =
        at + QPointF(direction.x() * (gap + size.width() / 2), direction.y() * (gap + size.height() / 2));
    const QRectF place(center - QPointF(size.width() / 2, size.height() / 2), size);
    if (!bounds.contains(place)) continue;
    if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(place); })) continue;
    const auto covered = std::ranges::count_if(points, [&](QPointF point) { return place.contains(point); });
    if (!best.isEmpty() && covered >= fewest) continue;
    best = place;
    fewest = covered;
  }
  return best;
}

}  // namespace zp
