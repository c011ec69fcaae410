// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/sliced_work.h"

#include <QElapsedTimer>
#include <QTimer>

namespace zp {

void SlicedWork::start(int count, std::function<void(int)> item, std::function<void()> finished) {
  count_ = count;
  next_ = 0;
  item_ = std::move(item);
  finished_ = std::move(finished);
  advance(++generation_);
}

void SlicedWork::cancel() {
  ++generation_;
  next_ = count_ = 0;
}

void SlicedWork::advance(int generation) {
  if (generation != generation_) return;
  QElapsedTimer timer;
  timer.start();
  while (next_ < count_) {
    item_(next_++);
    const bool is_over = static_cast<double>(timer.nsecsElapsed()) > slice_milliseconds * 1e6;
    if (is_over && next_ < count_) {
      QTimer::singleShot(0, this, [this, generation] { advance(generation); });
      return;
    }
  }
  finished_();
}

}  // namespace zp
