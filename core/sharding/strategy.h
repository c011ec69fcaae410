// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace zp {

/// A ZeRO stage with a placement of optimizer and parameters, or a PyTorch strategy; the Memory chart has one
/// row for each. PyTorch's stages 0 to 3 are DDP, DDP with a sharded optimizer, SHARD_GRAD_OP and FULL_SHARD;
/// its CPU offload moves all states together (torch/distributed/fsdp/api.py, ShardingStrategy, CPUOffload).
struct Strategy {
  int stage = 0;
  Device optimizer = Device::none;
  Device parameters = Device::none;
  Framework framework = Framework::deepspeed;
  bool hybrid = false;  ///< HYBRID_SHARD: each node holds one copy, shared by its ranks
  [[nodiscard]] constexpr bool reaches(Device device) const {
    return optimizer == device || parameters == device;
  }
  constexpr bool operator==(const Strategy&) const = default;
};

/// All 14 strategies that DeepSpeed knows. The eight of the main chart come first, in its order: 0, 1, 2,
/// 2·opt→CPU, 3, 3·opt→CPU, 3·all→CPU, 3·all→NVMe; then the rest.
std::span<const Strategy> all_strategies();
inline constexpr std::size_t main_strategy_count = 8;

/// Returns DeepSpeed's strategies followed by PyTorch's. A search uses the index in this list.
std::span<const Strategy> every_strategy();
/// Returns the strategies of the plan's framework in the order of every_strategy(), always including the
/// plan's own. One GPU: DDP, and FULL_SHARD on the host. One node: without HYBRID_SHARD. DDP with a sharded
/// optimizer only if the plan uses it, because FSDP has no such mode.
std::vector<Strategy> strategies_of(const Plan& plan);

Strategy strategy_of(const Plan& plan);
/// Sets the stage and placement of a strategy of the plan's framework. HYBRID_SHARD shares within a node
/// unless the plan states a number of ranks.
void set_strategy(Plan& plan, Strategy strategy);
/// Returns the plan with that strategy and otherwise unchanged.
Plan with_strategy(Plan plan, Strategy strategy);
std::string name_of(Strategy strategy);  ///< "stage-2.opt-cpu", "full-shard.cpu", as in the JSON
std::string label_of(Strategy strategy);  ///< "ZeRO-2 · opt→CPU", "FULL_SHARD · CPU offload", as in the chart

/// Returns the number of settings that a user has to get right; an offload weighs more than a stage.
int moving_parts(Strategy strategy);

}  // namespace zp
