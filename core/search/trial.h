// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/basis.h"
#include "core/search/option.h"

namespace zp {

/// A plan that takes the values of one candidate after another, estimated for each. Internal to search/.
class Trial {
 public:
  /// `margin` is the share of the range above the estimate that must fit too, 0 … 1.
  Trial(const Plan& origin, double margin) : origin_(origin), margin_(margin), plan_(origin) {}

  /// Computes memory and seconds of the option's pick; about 1.5 µs.
  void estimate(Estimated& option);

  [[nodiscard]] const Plan& origin() const { return origin_; }
  [[nodiscard]] double margin() const { return margin_; }
  [[nodiscard]] int estimated() const { return estimated_; }  ///< number of plans so far

 private:
  Plan origin_;
  ModelTensors tensors_{origin_};  ///< shared by all candidates
  double margin_;
  Plan plan_;
  int estimated_ = 0;
};

}  // namespace zp
