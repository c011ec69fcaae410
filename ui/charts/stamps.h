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

/// Marks as small pictures, one of each kind, put on whole pixels, and only once if marks of a kind coincide:
/// filling the shape of each mark costs ten times as much. An object serves one painter and one painting; the
/// small pictures are kept for the next one (QPixmapCache).
class Stamps {
 public:
  /// The look of a mark, apart from its place.
  struct Kind {
    int shape = 0;
    bool hollow = false;
    QRgb color = 0;
    QRgb ground = 0;  ///< the theme's background, if the mark has more than one colour
    bool operator==(const Kind&) const = default;
  };
  /// A function that draws a mark around a place, at most `half` pixels to each side.
  using Paint = std::function<void(QPainter& painter, QPointF at)>;

  /// `name` distinguishes the marks of this drawing from all others.
  Stamps(QPainter& painter, const QString& name, int half);
  /// Puts a mark at a place. `paint` is called once a kind; in a vector picture, each time.
  void put(const Kind& kind, QPointF at, const Paint& paint);

 private:
  struct Stamp {
    Kind kind;
    QPixmap picture;
    std::set<std::pair<int, int>> places;  ///< places it was put at, in device pixels
  };
  Stamp& stampOf(const Kind& kind, const Paint& paint);

  QPainter& painter_;
  QString name_;
  int half_;
  bool has_pixels_;
  double ratio_;  ///< device pixels per pixel of the painter
  std::vector<Stamp> stamps_;
};

}  // namespace zp
