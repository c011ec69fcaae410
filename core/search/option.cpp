// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/option.h"

#include <algorithm>

#include "core/search/dimension_values.h"
#include "core/units/index_of.h"

namespace zp {
namespace {

/// Returns the pick of a plan with all defaults. Its stage, placement and batch are not used for comparisons.
const Pick& usual() {
  static const Pick pick = pick_of(Plan());
  return pick;
}

}  // namespace

Pick pick_of(const Plan& plan) {
  Pick pick{};
  for (const Dimension& dimension : dimensions())
    pick[index_of(dimension.id)] = dimension.get(plan);
  return pick;
}

Plan with_pick(Plan plan, const Pick& pick) {
  for (const Dimension& dimension : dimensions())
    dimension.set(plan, pick[index_of(dimension.id)]);
  if (strategy_of(plan).reaches(Device::nvme))
    widen_swap_buffers(plan, estimate_memory(plan).nvme.smallest_buffers);
  return plan;
}

bool widen_swap_buffers(Plan& plan, const SwapBuffers& smallest) {
  OffloadOptimizer& optimizer = plan.zero.offload_optimizer;
  OffloadParam& parameters = plan.zero.offload_param;
  const bool are_enough = optimizer.buffer_count >= smallest.optimizer_buffer_count &&
                          parameters.buffer_count >= smallest.parameter_buffer_count &&
                          parameters.buffer_size >= smallest.parameter_buffer_size;
  if (are_enough) return false;
  optimizer.buffer_count = std::max(optimizer.buffer_count, smallest.optimizer_buffer_count);
  parameters.buffer_count = std::max(parameters.buffer_count, smallest.parameter_buffer_count);
  parameters.buffer_size = std::max(parameters.buffer_size, smallest.parameter_buffer_size);
  return true;
}

int parts_of(DimensionId id, std::int64_t value, const Strategy& strategy) {
  if (id == DimensionId::strategy) return moving_parts(strategy);
  const Dimension& setting = dimension(id);
  const bool is_part = setting.is_part && is_read(setting, strategy) && value != usual()[index_of(id)];
  return is_part ? 1 : 0;
}

int mechanisms_of(DimensionId id, std::int64_t value, const Strategy& strategy) {
  const Dimension& setting = dimension(id);
  return setting.mechanisms != nullptr && is_read(setting, strategy) ? setting.mechanisms(value) : 0;
}

Strategy strategy_of(const Pick& pick) {
  return every_strategy()[static_cast<std::size_t>(pick[static_cast<std::size_t>(DimensionId::strategy)])];
}

}  // namespace zp
