// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/basis.h"
#include "core/search/capacity.h"
#include "core/search/option.h"

namespace zp {

/// A plan that is set to one candidate after another and estimated each time. Internal to search/.
class Trial {
 public:
  Trial(const Plan& origin, const FitDemand& demand) : origin_(origin), demand_(demand), plan_(origin) {}

  /// Computes memory and seconds of the option's pick; about 1.5 µs.
  void estimate(Estimated& option);

  [[nodiscard]] const Plan& origin() const { return origin_; }
  [[nodiscard]] const FitDemand& demand() const { return demand_; }
  [[nodiscard]] int estimated() const { return estimated_; }  ///< number of estimates so far

 private:
  Plan origin_;
  ModelTensors tensors_{origin_};  ///< shared by all candidates
  FitDemand demand_;
  Plan plan_;
  int estimated_ = 0;
};

}  // namespace zp
