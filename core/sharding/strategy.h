// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/plan/plan.h"

namespace zp {

/// A ZeRO stage with a placement of optimizer and parameters; the Memory chart has a row for each.
struct Strategy {
  int stage = 0;
  Device optimizer = Device::none;
  Device parameters = Device::none;
  [[nodiscard]] constexpr bool reaches(Device device) const {
    return optimizer == device || parameters == device;
  }
  constexpr bool operator==(const Strategy&) const = default;
};

/// All 14 strategies that DeepSpeed knows. The eight of the main chart come first, in its order: 0, 1, 2,
/// 2·opt→CPU, 3, 3·opt→CPU, 3·all→CPU, 3·all→NVMe; then the rest.
std::span<const Strategy> all_strategies();
inline constexpr std::size_t main_strategy_count = 8;

Strategy strategy_of(const Plan& plan);
void set_strategy(Plan& plan, Strategy strategy);
/// Returns the plan with that strategy; everything else is kept.
Plan with_strategy(Plan plan, Strategy strategy);
std::string name_of(Strategy strategy);   ///< "stage-2.opt-cpu", as in the JSON
std::string label_of(Strategy strategy);  ///< "ZeRO-2 · opt→CPU", as in the chart

/// Returns the number of settings that a person has to get right; an offload weighs more than a stage.
int moving_parts(Strategy strategy);

}  // namespace zp
