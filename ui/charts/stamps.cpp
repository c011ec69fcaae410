// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/stamps.h"

#include <QPaintEngine>
#include <QPixmapCache>
#include <algorithm>
#include <cmath>

using namespace Qt::Literals::StringLiterals;

namespace zp {

Stamps::Stamps(QPainter& painter, const QString& name, int half)
    : painter_(painter),
      name_(name),
      half_(half),
      has_pixels_(painter.paintEngine()->type() == QPaintEngine::Raster),
      ratio_(painter.deviceTransform().m11()) {}

void Stamps::put(const Kind& kind, QPointF at, const Paint& paint) {
  if (!has_pixels_) return paint(painter_, at);
  Stamp& stamp = stampOf(kind, paint);
  const QPoint corner = ((at - QPointF(half_, half_)) * ratio_).toPoint();
  if (!stamp.places.emplace(corner.x(), corner.y()).second) return;
  painter_.drawPixmap(QPointF(corner) / ratio_, stamp.picture);
}

Stamps::Stamp& Stamps::stampOf(const Kind& kind, const Paint& paint) {
  const auto known = std::ranges::find(stamps_, kind, &Stamp::kind);
  if (known != stamps_.end()) return *known;
  const QString key = u"zp.mark/%1/%2/%3/%4/%5/%6"_s.arg(name_)
                          .arg(kind.shape)
                          .arg(int{kind.hollow})
                          .arg(kind.color, 0, 16)
                          .arg(kind.ground, 0, 16)
                          .arg(ratio_);
  QPixmap picture;
  if (!QPixmapCache::find(key, &picture)) {
    const int side = static_cast<int>(std::ceil(2 * half_ * ratio_));
    picture = QPixmap(side, side);
    picture.setDevicePixelRatio(ratio_);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    paint(painter, QPointF(half_, half_));
    painter.end();
    QPixmapCache::insert(key, picture);
  }
  stamps_.push_back({kind, std::move(picture), {}});
  return stamps_.back();
}

}  // namespace zp
