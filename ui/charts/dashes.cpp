// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/dashes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace zp {
namespace {

class DashWriter {
 public:
  explicit DashWriter(const QVector<qreal>& lengths) : lengths_(lengths) {}

  void begin(QPointF at) {
    end();
    turn_ = 0;
    left_ = lengths_[0];
    at_ = from_ = at;
  }
  void lineTo(QPointF to) {
    double way = QLineF(at_, to).length();
    while (way > left_) {
      at_ += (to - at_) * (left_ / way);
      way -= left_;
      end();
      turn_ = (turn_ + 1) % lengths_.size();
      left_ = lengths_[turn_];
      from_ = at_;
    }
    left_ -= way;
    at_ = to;
  }
  void end() {
    if (isDash() && from_ != at_) dashes_.append(QLineF(from_, at_));
    from_ = at_;
  }
  [[nodiscard]] QVector<QLineF> dashes() const { return dashes_; }

 private:
  [[nodiscard]] bool isDash() const { return turn_ % 2 == 0; }

  const QVector<qreal>& lengths_;
  QVector<QLineF> dashes_;
  QPointF from_, at_;
  qsizetype turn_ = 0;
  double left_ = 0;
};

bool isThere(QPointF point) { return std::isfinite(point.x()) && std::isfinite(point.y()); }

}  // namespace

QVector<QLineF> dashesOf(const QVector<QPointF>& points, const QVector<qreal>& lengths) {
  if (lengths.isEmpty() || *std::ranges::min_element(lengths) <= 0) return {};
  DashWriter writer(lengths);
  bool is_open = false;
  for (const QPointF& point : points) {
    if (!isThere(point))
      is_open = false;
    else if (std::exchange(is_open, true))
      writer.lineTo(point);
    else
      writer.begin(point);
  }
  writer.end();
  return writer.dashes();
}

}  // namespace zp
