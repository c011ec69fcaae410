// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/watch.h"

namespace zp::app {

/// A report on standard error of how much of a long search is done, in one line that is removed at the end;
/// silent if standard error is no terminal, or the search is over at once. The key that interrupts a program
/// stops the search.
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
  double last_;  ///< time of the last report, in seconds of a steady clock
};

}  // namespace zp::app
