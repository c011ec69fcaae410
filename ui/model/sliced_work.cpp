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

void SlicedWork::finish() {
  if (!isRunning()) return;
  ++generation_;
  while (isRunning())
    item_(next_++);
  finished_();
}

void SlicedWork::advance(int generation) {
  if (generation != generation_) return;
  QElapsedTimer timer;
  timer.start();
  while (isRunning()) {
    item_(next_++);
    const bool is_over = static_cast<double>(timer.nsecsElapsed()) > slice_milliseconds * 1e6;
    if (is_over && isRunning()) {
      QTimer::singleShot(0, this, [this, generation] { advance(generation); });
      return;
    }
  }
  finished_();
}

}  // namespace zp
