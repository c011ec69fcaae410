// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/basis.h"
#include "core/search/option.h"

namespace zp {

/// The room that a candidate must have beyond its estimate, as a share of the estimate's range.
struct Demand {
  double margin = 0;   ///< share of the range above the estimate that must fit too, 0 … 1
  bool loads = false;  ///< true if the ranks of a node must have room to load the model, too
  // NOLINTNEXTLINE(google-explicit-constructor): most ask for a margin alone
  constexpr Demand(double share, bool while_loading = false) : margin(share), loads(while_loading) {}
};

/// A plan that takes the values of one candidate after another, estimated for each. Internal to search/.
class Trial {
 public:
  Trial(const Plan& origin, Demand demand) : origin_(origin), demand_(demand), plan_(origin) {}

  /// Computes memory and seconds of the option's pick; about 1.5 µs.
  void estimate(Estimated& option);

  [[nodiscard]] const Plan& origin() const { return origin_; }
  [[nodiscard]] Demand demand() const { return demand_; }
  [[nodiscard]] int estimated() const { return estimated_; }  ///< number of plans so far

 private:
  Plan origin_;
  ModelTensors tensors_{origin_};  ///< shared by all candidates
  Demand demand_;
  Plan plan_;
  int estimated_ = 0;
};

}  // namespace zp
