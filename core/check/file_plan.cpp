// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/file_plan.h"

namespace zp::config_check {
namespace {

/// The plan's nodes hold as many ranks as the check is for.
void set_ranks(Plan& plan, const std::optional<int>& ranks) {
  if (!ranks || *ranks == zero_world(plan)) return;
  Cluster& cluster = plan.cluster;
  if (cluster.gpus_per_node > 0 && *ranks % cluster.gpus_per_node == 0) {
    cluster.nodes = *ranks / cluster.gpus_per_node;
  } else {
    cluster.nodes = 1;
    cluster.gpus_per_node = *ranks;
  }
}

}  // namespace

std::optional<PlanFromConfig> plan_of_file(const Walk& walk) {
  if (!walk.options().plan) return std::nullopt;
  PlanDocument base;
  base.plan = *walk.options().plan;
  base.plan.target.deepspeed_version = walk.version();
  set_ranks(base.plan, walk.options().world_size);
  return plan_from_config(walk.root(), base);
}

}  // namespace zp::config_check
