// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/range.h"

namespace zp {

Regime regime_of(const Plan& plan) {
  const Zero& zero = plan.zero;
  const Device optimizer = zero.stage > 0 ? zero.offload_optimizer.device : Device::none;
  const Device parameters = zero.stage == 3 ? zero.offload_param.device : Device::none;
  const bool on_drive = (optimizer == Device::nvme && zero.stage == 3) || parameters == Device::nvme;
  if (on_drive) return Regime::nvme_offload;
  if (optimizer != Device::none || parameters != Device::none) return Regime::cpu_offload;
  return plan.cluster.nodes > 1 ? Regime::many_nodes : Regime::one_node;
}

/// From the open rows of tests/data/throughput-measured.csv (tests/truth/published/speed_range.h): 10th and
/// 90th percentile of measured ÷ predicted, every source counting the same; a test holds them to the rows.
/// NVMe has one source: the range of CPU offload, widened by its rows.
SecondsRange range_of(Regime regime) {
  switch (regime) {
    case Regime::one_node:
      return {0.88, 1.94};
    case Regime::many_nodes:
      return {0.93, 1.57};
    case Regime::cpu_offload:
      return {0.80, 2.02};
    case Regime::nvme_offload:
      return {0.69, 2.02};
  }
  return {1, 1};
}

}  // namespace zp
