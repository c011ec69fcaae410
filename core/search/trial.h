// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/basis.h"
#include "core/search/option.h"

namespace zp {

/// The share of an estimate's range that must fit in memory too.
struct Demand {
  double margin = 0;   ///< the share of the range above the estimate that must be there too, 0 … 1
  bool loads = false;  ///< host memory while the ranks of a node load the model, too
  // NOLINTNEXTLINE(google-explicit-constructor): most ask for a margin alone
  constexpr Demand(double share, bool while_loading = false) : margin(share), loads(while_loading) {}
};

/// One plan that takes the values of candidate after candidate, and is estimated. Internal to search/.
class Trial {
 public:
  Trial(const Plan& origin, Demand demand) : origin_(origin), demand_(demand), plan_(origin) {}

  /// Memory and seconds of the option's pick; about 1.5 µs.
  void estimate(Estimated& option);

  [[nodiscard]] const Plan& origin() const { return origin_; }
  [[nodiscard]] Demand demand() const { return demand_; }
  [[nodiscard]] int estimated() const { return estimated_; }  ///< plans so far

 private:
  Plan origin_;
  ModelTensors tensors_{origin_};  ///< every candidate's
  Demand demand_;
  Plan plan_;
  int estimated_ = 0;
};

}  // namespace zp
