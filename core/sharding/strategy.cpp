// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/strategy.h"

#include <array>
#include <string_view>

#include "core/sharding/sharding.h"

namespace zp {
namespace {

constexpr Device none = Device::none, cpu = Device::cpu, nvme = Device::nvme;

// Below stage 3, optimizer offload goes only to the host (nvme is treated as cpu); parameter offload needs
// stage 3. This leaves 14 placements.
constexpr Framework fsdp = Framework::fsdp;
constexpr std::size_t deepspeed_count = 14;
constexpr std::array<Strategy, deepspeed_count + 8> strategies = {{
    {0, none, none},
    {1, none, none},
    {2, none, none},
    {2, cpu, none},
    {3, none, none},
    {3, cpu, none},
    {3, cpu, cpu},
    {3, nvme, nvme},
    {1, cpu, none},
    {3, none, cpu},
    {3, none, nvme},
    {3, cpu, nvme},
    {3, nvme, none},
    {3, nvme, cpu},
    {0, none, none, fsdp},
    {1, none, none, fsdp},
    {2, none, none, fsdp},
    {3, none, none, fsdp},
    {3, none, none, fsdp, true},
    {2, cpu, cpu, fsdp},
    {3, cpu, cpu, fsdp},
    {3, cpu, cpu, fsdp, true},
}};

/// Returns true if a copy of all states is shared by fewer ranks than there are.
bool is_hybrid(const Plan& plan) {
  const int ranks = plan.training.shard_ranks;
  return plan.zero.stage == 3 && ranks > 0 && ranks < plan.cluster.ranks();
}

std::string_view fsdp_name(const Strategy& strategy) {
  constexpr std::array<std::string_view, 4> names = {"ddp", "ddp.sharded-optimizer", "shard-grad-op",
                                                     "full-shard"};
  return strategy.hybrid ? "hybrid-shard" : names[static_cast<std::size_t>(strategy.stage)];
}

std::string_view fsdp_label(const Strategy& strategy) {
  constexpr std::array<std::string_view, 4> labels = {"DDP", "DDP · sharded optimizer", "SHARD_GRAD_OP",
                                                      "FULL_SHARD"};
  return strategy.hybrid ? "HYBRID_SHARD" : labels[static_cast<std::size_t>(strategy.stage)];
}

std::string_view arrow_target(Device device) {
  switch (device) {
    case Device::cpu:
      return "CPU";
    case Device::nvme:
      return "NVMe";
    case Device::none:
      break;
  }
  return "GPU";
}

}  // namespace

std::span<const Strategy> every_strategy() { return strategies; }
std::span<const Strategy> all_strategies() { return every_strategy().first(deepspeed_count); }

std::vector<Strategy> strategies_of(const Plan& plan) {
  if (plan.training.framework == Framework::deepspeed)
    return {all_strategies().begin(), all_strategies().end()};
  const Strategy own = strategy_of(plan);
  std::vector<Strategy> known;
  for (const Strategy& strategy : every_strategy().subspan(deepspeed_count)) {
    const bool shares = plan.cluster.ranks() > 1 || strategy.stage == 0 ||
                        (strategy.stage == 3 && strategy.optimizer != none);
    const bool is_usual = shares && strategy.stage != 1 && (!strategy.hybrid || plan.cluster.nodes > 1);
    if (is_usual || strategy == own) known.push_back(strategy);
  }
  return known;
}

Strategy strategy_of(const Plan& plan) {
  Strategy strategy{plan.zero.stage, none, none};
  if (plan.training.framework != Framework::deepspeed) {
    strategy.framework = plan.training.framework;
    strategy.hybrid = is_hybrid(plan);
    strategy.optimizer = strategy.parameters = homes_of(plan).states;
    return strategy;
  }
  if (plan.zero.stage > 0) strategy.optimizer = plan.zero.offload_optimizer.device;
  if (plan.zero.stage < 3 && strategy.optimizer == nvme) strategy.optimizer = cpu;
  if (plan.zero.stage == 3) strategy.parameters = plan.zero.offload_param.device;
  return strategy;
}

void set_strategy(Plan& plan, Strategy strategy) {
  plan.zero.stage = strategy.stage;
  plan.zero.offload_optimizer.device = strategy.optimizer;
  plan.zero.offload_param.device = strategy.parameters;
  if (plan.training.framework != Framework::deepspeed && strategy.hybrid != is_hybrid(plan))
    plan.training.shard_ranks = strategy.hybrid ? plan.cluster.gpus_per_node : 0;
}

Plan with_strategy(Plan plan, Strategy strategy) {
  set_strategy(plan, strategy);
  return plan;
}

int moving_parts(Strategy strategy) {
  const auto parts = [](Device device) { return device == none ? 0 : device == cpu ? 4 : 8; };
  if (strategy.framework != Framework::deepspeed)
    return strategy.stage + (strategy.hybrid ? 1 : 0) + parts(strategy.optimizer);
  return strategy.stage + parts(strategy.optimizer) + parts(strategy.parameters);
}

std::string name_of(Strategy strategy) {
  if (strategy.framework != Framework::deepspeed)
    return std::string(fsdp_name(strategy)) + (strategy.optimizer == none ? "" : ".cpu");
  std::string name = "stage-" + std::to_string(strategy.stage);
  if (strategy.optimizer != none) name += ".opt-" + std::string(name_of(strategy.optimizer));
  if (strategy.parameters != none) name += ".param-" + std::string(name_of(strategy.parameters));
  return name;
}

std::string label_of(Strategy strategy) {
  if (strategy.framework != Framework::deepspeed)
    return std::string(fsdp_label(strategy)) + (strategy.optimizer == none ? "" : " · CPU offload");
  std::string label = strategy.stage == 0 ? "ZeRO-0 (DDP)" : "ZeRO-" + std::to_string(strategy.stage);
  if (strategy.optimizer == none && strategy.parameters == none) return label;
  if (strategy.optimizer == strategy.parameters)
    return label + " · all→" + std::string(arrow_target(strategy.optimizer));
  if (strategy.optimizer != none) label += " · opt→" + std::string(arrow_target(strategy.optimizer));
  if (strategy.parameters != none) label += " · par→" + std::string(arrow_target(strategy.parameters));
  return label;
}

}  // namespace zp
