// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/traffic.h"

#include <algorithm>

#include "core/memory/estimate.h"
#include "core/search/candidates.h"

namespace zp {
namespace {

/// A CPU optimizer reads gradient, weight and two moments, and writes all but the gradient and a 16-bit copy:
/// 30 bytes of host memory traffic per parameter (design/evidence-for-cost-models.md §7; ZeRO-Offload, Table
/// 4).
constexpr double cpu_adam_bytes_per_parameter = 30;

/// What a link is taken to move when the plan states nothing: one Gen4 drive (resources/catalog/links.json).
constexpr double default_nvme_gb_per_s = 3.69;

/// Elements gathered or reduced per micro batch at stage 3, in multiples of P: two gathers (three when
/// recomputing and the model is larger than the reuse distance keeps) and one reduce-scatter.
double stage3_volumes(const Plan& plan, double parameters) {
  const bool recomputes = plan.training.activation_checkpointing == Checkpointing::full;
  const bool keeps_all = parameters <= static_cast<double>(plan.zero.stage3_max_reuse_distance) / 2;
  const double gathers = recomputes && !keeps_all ? 3 : keeps_all ? 1 : 2;
  return gathers + (plan.zero.reduce_scatter ? 1 : 2);
}

double seconds_for(double bytes, double gb_per_s) {
  return gb_per_s > 0 ? bytes / (gb_per_s * bytes_per_gb) : 0;
}

}  // namespace

Traffic traffic_per_step(const Plan& plan) {
  const ModelSize size = model_size(plan);
  const double ranks = std::max(1, zero_world(plan));
  const double ring = (ranks - 1) / ranks;
  const double trainable = static_cast<double>(size.trainable.value());
  const double all = static_cast<double>(size.parameters.value());
  const double b = plan.training.precision == Precision::fp32 ? 4 : 2;
  const double steps = static_cast<double>(plan.training.gradient_accumulation_steps);
  const Strategy strategy = strategy_of(plan);

  double network = 0;
  switch (strategy.stage) {
    case 0:
      network = 2 * trainable;
      break;
    case 1:
      network = 3 * trainable;
      break;
    case 2:
      network = (2 * steps + 1) * trainable;
      break;
    default:
      network = stage3_volumes(plan, all) * steps * trainable;
  }
  double host = 0, nvme = 0;
  const double part = trainable / ranks;
  if (strategy.optimizer != Device::none) {
    if (strategy.stage == 3)
      host += part * (steps * 2 * b + 4 + (strategy.parameters == Device::none ? b : 0));
    else
      host += part * (4 + b + (steps > 1 ? b * (2 * steps - 1) : 0));
  }
  if (strategy.optimizer == Device::nvme) nvme += part * (4 + 16 + 12);
  if (strategy.parameters != Device::none) host += all / ranks * b * 2 * steps;
  if (strategy.parameters == Device::nvme) nvme += all / ranks * b * (2 * steps + 1);
  return {bytes_of(network * b * ring), bytes_of(host), bytes_of(nvme)};
}

Seconds transfer_time(const Plan& plan, const Traffic& traffic) {
  const Cluster& cluster = plan.cluster;
  const double link = cluster.nodes > 1 ? cluster.inter_node.gb_per_s : cluster.intra_node.gb_per_s;
  const double node_share = std::max(1, cluster.gpus_per_node);
  double seconds = seconds_for(static_cast<double>(traffic.network.value()), link) +
                   seconds_for(static_cast<double>(traffic.host.value()), cluster.host_link.gb_per_s);
  const double drive = std::min(cluster.nvme.read_gb_per_s, cluster.nvme.write_gb_per_s);
  seconds += seconds_for(static_cast<double>(traffic.nvme.value()) * node_share,
                         drive > 0 ? drive : default_nvme_gb_per_s);
  if (strategy_of(plan).optimizer != Device::none) {
    const double per_node =
        static_cast<double>(model_size(plan).trainable.value()) / std::max(1, cluster.nodes);
    seconds += seconds_for(per_node * cpu_adam_bytes_per_parameter, cluster.cpu_memory_gb_per_s);
  }
  return Seconds(seconds);
}

}  // namespace zp
