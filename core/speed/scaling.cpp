// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/scaling.h"

#include <algorithm>

#include "core/memory/basis.h"
#include "core/memory/estimate.h"
#include "core/sharding/edits.h"
#include "core/speed/step_time.h"
#include "core/speed/sweep.h"
#include "core/speed/throughput.h"

namespace zp {
namespace {

/// Gives each rank an equal share of `sequences`, in the largest micro batch up to the present one that
/// divides it, and sets the accumulation accordingly. Returns false if the ranks do not divide the sequences.
bool share_global_batch(Plan& plan, std::int64_t sequences) {
  const int ranks = data_parallel_world(plan);
  if (ranks < 1 || sequences % ranks != 0) return false;
  Training& training = plan.training;
  const std::int64_t of_rank = sequences / ranks;
  std::int64_t micro = std::min(training.micro_batch_size, of_rank);
  while (micro > 1 && of_rank % micro != 0)
    --micro;
  if (micro < 1) return false;
  training.micro_batch_size = micro;
  training.gradient_accumulation_steps = of_rank / micro;
  return true;
}

}  // namespace

std::vector<int> scaled_gpus(const Plan& plan) {
  std::vector<int> counts;
  const int node = std::max(1, plan.cluster.gpus_per_node);
  for (int gpus = 1; gpus < node; gpus *= 2)
    counts.push_back(gpus);
  for (int gpus = node; gpus <= most_scaled_gpus; gpus *= 2)
    counts.push_back(gpus);
  counts.push_back(plan.cluster.ranks());
  std::ranges::sort(counts);
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

std::optional<Plan> on_gpus(Plan plan, int gpus, FixedQuantity fixed) {
  const std::int64_t sequences = train_batch_size(plan);
  Cluster& cluster = plan.cluster;
  if (gpus < cluster.gpus_per_node) {
    plan = edits::set_gpus_per_node(plan, gpus);
    cluster.nodes = 1;
  } else {
    if (gpus % cluster.gpus_per_node != 0) return std::nullopt;
    cluster.nodes = gpus / cluster.gpus_per_node;
  }
  if (fixed == FixedQuantity::global_batch && !share_global_batch(plan, sequences)) return std::nullopt;
  return plan;
}

ScalePoint scale_point(const Plan& plan, int stage, int gpus, FixedQuantity fixed) {
  ScalePoint point;
  point.gpus = gpus;
  const std::optional<Plan> scaled = on_gpus(plan, gpus, fixed);
  const std::optional<Plan> staged = scaled ? at_stage(*scaled, stage) : std::nullopt;
  if (!staged) return point;
  const ModelTensors tensors(*staged);
  const Basis basis(*staged, tensors);
  const MemoryEstimate memory = estimate_memory(basis);
  const StepTime time = estimate_speed(basis);
  point.is_possible = true;
  point.fits = memory.fits();
  point.gpu_peak = memory.gpu.peak;
  point.gpu_capacity = memory.gpu.capacity;
  point.global_batch = train_batch_size(*staged);
  if (!time.is_known) return point;
  point.seconds = time.total;
  point.tokens_per_s = throughput_of(*staged, time.total).tokens_per_s;
  return point;
}

}  // namespace zp
