// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/strategy.h"

#include <array>
#include <string_view>

namespace zp {
namespace {

constexpr Device none = Device::none, cpu = Device::cpu, nvme = Device::nvme;

// Optimizer offload below stage 3 goes to the host only (nvme is treated as cpu there), parameter offload
// needs stage 3: 14 placements differ.
constexpr std::array<Strategy, 14> strategies = {{
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
}};

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

std::span<const Strategy> all_strategies() { return strategies; }

Strategy strategy_of(const Plan& plan) {
  Strategy strategy{plan.zero.stage, none, none};
  if (plan.zero.stage > 0) strategy.optimizer = plan.zero.offload_optimizer.device;
  if (plan.zero.stage < 3 && strategy.optimizer == nvme) strategy.optimizer = cpu;
  if (plan.zero.stage == 3) strategy.parameters = plan.zero.offload_param.device;
  return strategy;
}

void set_strategy(Plan& plan, Strategy strategy) {
  plan.zero.stage = strategy.stage;
  plan.zero.offload_optimizer.device = strategy.optimizer;
  plan.zero.offload_param.device = strategy.parameters;
}

Plan with_strategy(Plan plan, Strategy strategy) {
  set_strategy(plan, strategy);
  return plan;
}

int moving_parts(Strategy strategy) {
  const auto parts = [](Device device) { return device == none ? 0 : device == cpu ? 4 : 8; };
  return strategy.stage + parts(strategy.optimizer) + parts(strategy.parameters);
}

std::string name_of(Strategy strategy) {
  std::string name = "stage-" + std::to_string(strategy.stage);
  if (strategy.optimizer != none) name += ".opt-" + std::string(name_of(strategy.optimizer));
  if (strategy.parameters != none) name += ".param-" + std::string(name_of(strategy.parameters));
  return name;
}

std::string label_of(Strategy strategy) {
  std::string label = strategy.stage == 0 ? "ZeRO-0 (DDP)" : "ZeRO-" + std::to_string(strategy.stage);
  if (strategy.optimizer == none && strategy.parameters == none) return label;
  if (strategy.optimizer == strategy.parameters)
    return label + " · all→" + std::string(arrow_target(strategy.optimizer));
  if (strategy.optimizer != none) label += " · opt→" + std::string(arrow_target(strategy.optimizer));
  if (strategy.parameters != none) label += " · par→" + std::string(arrow_target(strategy.parameters));
  return label;
}

}  // namespace zp
