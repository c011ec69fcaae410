// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QPixmap>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace zp {

/// Marks as small pictures, one of each kind, put on whole pixels, and where marks of a kind coincide once:
/// to fill the shape of each mark costs ten times as much. For one painter and one painting; the small
/// pictures are kept for the next (QPixmapCache).
class Stamps {
 public:
  /// What one mark looks like, but for where it is.
  struct Kind {
    int shape = 0;
    bool hollow = false;
    QRgb color = 0;
    QRgb ground = 0;  ///< the theme's, where the mark has more colours than one
    bool operator==(const Kind&) const = default;
  };
  /// Draws a mark around a place, at most `half` pixels to each side.
  using Paint = std::function<void(QPainter& painter, QPointF at)>;

  /// `name` tells the marks of this drawing from all others'.
  Stamps(QPainter& painter, const QString& name, int half);
  /// `paint` is asked once a kind; where the picture is of vectors, each time.
  void put(const Kind& kind, QPointF at, const Paint& paint);

 private:
  struct Stamp {
    Kind kind;
    QPixmap picture;
    std::set<std::pair<int, int>> places;  ///< where it was put, in device pixels
  };
  Stamp& stampOf(const Kind& kind, const Paint& paint);

  QPainter& painter_;
  QString name_;
  int half_;
  bool has_pixels_;
  double ratio_;  ///< device pixels for each of the painter's
  std::vector<Stamp> stamps_;
};

}  // namespace zp
