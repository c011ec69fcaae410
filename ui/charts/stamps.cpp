// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/stamps.h"

#include <QPaintEngine>
#include <algorithm>
#include <cmath>

namespace zp {

Stamps::Stamps(QPainter& painter, int half)
    : painter_(painter),
      half_(half),
      has_pixels_(painter.paintEngine()->type() == QPaintEngine::Raster),
      ratio_(painter.deviceTransform().m11()) {}

void Stamps::put(const Kind& kind, QPointF at, const Paint& paint) {
  if (!has_pixels_) return paint(painter_, at);
  Stamp& stamp = stampOf(kind, paint);
  const QPoint corner = ((at - QPointF(half_, half_)) * ratio_).toPoint();
  if (!stamp.places.emplace(corner.x(), corner.y()).second) return;
  painter_.drawImage(QPointF(corner) / ratio_, stamp.image);
}

Stamps::Stamp& Stamps::stampOf(const Kind& kind, const Paint& paint) {
  const auto known = std::ranges::find(stamps_, kind, &Stamp::kind);
  if (known != stamps_.end()) return *known;
  const int side = static_cast<int>(std::ceil(2 * half_ * ratio_));
  QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(ratio_);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  paint(painter, QPointF(half_, half_));
  painter.end();
  return stamps_.emplace_back(kind, std::move(image));
}

}  // namespace zp
