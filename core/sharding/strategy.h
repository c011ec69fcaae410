// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace zp {

/// A ZeRO stage with a placement of optimizer and parameters, or a strategy of PyTorch; the Memory chart has
/// a row for each. Stages 0 to 3 of PyTorch are DDP, DDP with a sharded optimizer, SHARD_GRAD_OP and
/// FULL_SHARD; its CPU offload moves all states at once (torch/distributed/fsdp/api.py, ShardingStrategy,
/// CPUOffload).
struct Strategy {
  int stage = 0;
  Device optimizer = Device::none;
  Device parameters = Device::none;
  Framework framework = Framework::deepspeed;
  bool hybrid = false;  ///< HYBRID_SHARD: the ranks of a node share one copy
  [[nodiscard]] constexpr bool reaches(Device device) const {
    return optimizer == device || parameters == device;
  }
  constexpr bool operator==(const Strategy&) const = default;
};

/// All 14 strategies that DeepSpeed knows. The eight of the main chart come first, in its order: 0, 1, 2,
/// 2·opt→CPU, 3, 3·opt→CPU, 3·all→CPU, 3·all→NVMe; then the rest.
std::span<const Strategy> all_strategies();
inline constexpr std::size_t main_strategy_count = 8;

/// Returns DeepSpeed's strategies and then PyTorch's. A strategy's place here is its number in a search.
std::span<const Strategy> every_strategy();
/// Returns the strategies of the plan's framework, in the order of every_strategy(), the plan's own among
/// them. On one GPU, DDP and FULL_SHARD on the host are left. HYBRID_SHARD is left out on one node, and DDP
/// with a sharded optimizer wherever the plan does not have it: FSDP itself knows no such mode.
std::vector<Strategy> strategies_of(const Plan& plan);

Strategy strategy_of(const Plan& plan);
/// Gives the plan the stage and the placement of a strategy of its framework. HYBRID_SHARD shares within a
/// node unless the plan states its own number of ranks.
void set_strategy(Plan& plan, Strategy strategy);
/// Returns the plan with that strategy; everything else is kept.
Plan with_strategy(Plan plan, Strategy strategy);
std::string name_of(Strategy strategy);  ///< "stage-2.opt-cpu", "full-shard.cpu", as in the JSON
std::string label_of(Strategy strategy);  ///< "ZeRO-2 · opt→CPU", "FULL_SHARD · CPU offload", as in the chart

/// Returns the number of settings that a person has to get right; an offload weighs more than a stage.
int moving_parts(Strategy strategy);

}  // namespace zp
