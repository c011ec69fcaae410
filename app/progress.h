// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/watch.h"

namespace zp::app {

/// Reports on standard error how much of a long search is done, in one line that is removed at the end.
/// Silent if standard error is not a terminal or the search ends quickly. The interrupt key stops the search.
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
