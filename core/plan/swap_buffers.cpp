// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/swap_buffers.h"

namespace zp {
namespace {

std::int64_t tensors_moved(Optimizer optimizer) {
  switch (optimizer) {
    case Optimizer::adam:
    case Optimizer::adamw:
    case Optimizer::lion:  // DeepSpeedCPULion has a second state it never uses
      return 4;
    case Optimizer::adagrad:
      return 3;
    default:
      return 0;
  }
}

}  // namespace

std::int64_t optimizer_buffers_needed(const Plan& plan, std::int64_t sub_groups) {
  const OffloadOptimizer& offload = plan.zero.offload_optimizer;
  const bool has_several = sub_groups > 1;
  const int sets = 1 + (has_several && offload.pipeline_read) + (has_several && offload.pipeline_write);
  return tensors_moved(plan.training.optimizer) * sets;
}

}  // namespace zp
