// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/watch.h"

namespace zp::app {

/// Says on standard error how much of a long search is done, in one line that goes away; nothing where that
/// is no terminal, or where the search is over at once. The key that interrupts a program stops it.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  [[nodiscard]] Watch watch();

 private:
  bool is_terminal_;
  bool has_spoken_ = false;
  double last_;  ///< seconds of a steady clock
};

}  // namespace zp::app
