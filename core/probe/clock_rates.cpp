// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/probe/clock_rates.h"

#include <algorithm>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/sharding/parallelism.h"
#include "core/speed/collectives.h"
#include "core/speed/gpu_rates.h"
#include "core/speed/step_time.h"

namespace zp::probe {
namespace {

/// Returns a plan on one GPU of that cluster, in bf16, with optimizer offload.
Plan plan_with_offload(const Cluster& cluster) {
  static const PlanDocument offload =
      read_plan(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2, "offload_optimizer": "cpu"}})");
  Plan plan = offload.plan;
  plan.cluster = cluster;
  plan.cluster.nodes = 1;
  plan.cluster.gpus_per_node = 1;
  return plan;
}

}  // namespace

ExpectedCollective expected_collective(const Cluster& cluster, const MachineFigure& figure) {
  ExpectedCollective expected;
  if (figure.ranks < 2 || !(figure.bytes > 0) || !(figure.value > 0)) return expected;
  RankGroup group;
  group.ranks = figure.ranks;
  group.gpus_per_node = figure.nodes > 0 ? std::max(1, figure.ranks / figure.nodes)
                                         : std::min(figure.ranks, std::max(1, cluster.gpus_per_node));
  Cluster probed = cluster;
  probed.gpus_per_node = group.gpus_per_node;
  const Collective kind = figure.quantity == MachineQuantity::all_gather       ? Collective::all_gather
                          : figure.quantity == MachineQuantity::reduce_scatter ? Collective::reduce_scatter
                                                                               : Collective::all_reduce;
  const auto ring = ring_of<double>(probed, group, sym::zero_group);
  expected.crosses_nodes = ring.crosses_nodes;
  const double seconds = collective_seconds<double>(kind, ring, figure.bytes, 1);
  if (!(seconds > 0) || !(ring.bandwidth > 0)) return expected;
  const double share = (ring.ranks - 1) / ring.ranks * (kind == Collective::all_reduce ? 2 : 1);
  const double carried = figure.bytes * share;  // bytes as counted by bus bandwidth
  expected.busbw_gb_per_s = carried / seconds * 1e-9;
  // t = latency + carried / (factor · bandwidth), unless another link is slower.
  const auto faster = [&] {
    Cluster other = probed;
    (ring.crosses_nodes ? other.measured.network : other.measured.node_link) *= 2;
    return ring_of<double>(other, group, sym::zero_group).bandwidth;
  }();
  const double moving = carried / ring.bandwidth, latency = seconds - moving;
  const double measured = carried / (figure.value * 1e9) - latency;
  if (faster > ring.bandwidth && latency >= 0 && measured > 0) expected.factor = moving / measured;
  return expected;
}

ExpectedHost expected_host(const Cluster& cluster) {
  const Plan plan = plan_with_offload(cluster);
  ExpectedHost expected;
  const StepTime time = estimate_speed(plan);
  const double parameters = static_cast<double>(model_size(plan).trainable.value());
  for (const TimeEntry& entry : time.ledger.entries()) {
    if (entry.busy <= 0) continue;
    if (entry.id == TimeId::weights_to_gpu) expected.copies_gb_per_s = entry.amount / entry.busy * 1e-9;
    if (entry.id == TimeId::optimizer_cpu) expected.adam_parameters_per_s = parameters / entry.busy;
  }
  return expected;
}

ExpectedCompute expected_compute(const Cluster& cluster) {
  const GpuRates rates = gpu_rates(plan_with_offload(cluster));
  return {rates.matmul * 1e-12, rates.attention_forward * 1e-12};
}

}  // namespace zp::probe
