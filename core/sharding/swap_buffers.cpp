// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/swap_buffers.h"

#include "core/plan/optimizers.h"

namespace zp {
namespace {

/// Returns the number of tensors swapped per parameter: master weight, gradient and states; 0 unless it is
/// one of DeepSpeed's CPU optimizers.
std::int64_t tensors_moved(const OptimizerRow& optimizer) {
  return optimizer.cpu_class.empty() ? 0 : 2 + static_cast<std::int64_t>(optimizer.states.size());
}

}  // namespace

std::int64_t optimizer_buffers_needed(const Plan& plan, std::int64_t sub_groups) {
  const OffloadOptimizer& offload = plan.zero.offload_optimizer;
  const bool has_several = sub_groups > 1;
  const int sets = 1 + (has_several && offload.pipeline_read) + (has_several && offload.pipeline_write);
  return tensors_moved(row_of(plan.training.optimizer)) * sets;
}

}  // namespace zp
