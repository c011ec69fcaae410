// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/basis.h"
#include "core/search/option.h"

namespace zp {

/// One plan that takes the values of candidate after candidate, and is estimated. Internal to search/.
class Trial {
 public:
  /// `margin`: the share of the range above the estimate that must be there too, 0 … 1.
  Trial(const Plan& origin, double margin) : origin_(origin), margin_(margin), plan_(origin) {}

  /// Memory and seconds of the option's pick; about 1.5 µs.
  void estimate(Option& option);

  [[nodiscard]] const Plan& origin() const { return origin_; }
  [[nodiscard]] double margin() const { return margin_; }
  [[nodiscard]] int estimated() const { return estimated_; }  ///< plans so far

 private:
  Plan origin_;
  ModelTensors tensors_{origin_};  ///< every candidate's
  double margin_;
  Plan plan_;
  int estimated_ = 0;
};

}  // namespace zp
