// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advice/advice_rules.h"
#include "core/units/format.h"

namespace zp::advice_rules {
namespace {

constexpr std::int64_t standard_bucket = 500'000'000;  // elements, zero/config.py

double weight_bytes(const Plan& plan) { return plan.training.precision == Precision::fp32 ? 4 : 2; }

bool is_several_nodes(const Plan& plan) { return plan.cluster.nodes > 1; }

/// On by default at stage 3. Below it the gain is in doubt (DeepSpeed #6685, #7804) and costs a bucket, so
/// nothing is said there.
void overlap(const Plan& plan, std::vector<Advice>& list) {
  if (plan.zero.stage != 3 || plan.zero.overlaps() || zero_world(plan) < 2) return;
  Advice one{{Severity::slow, "no_overlap", "zero.overlap_comm",
              "With overlap_comm off nothing is gathered or reduced while the GPU computes.",
              "Leave it at its default at stage 3, true; switch it off while debugging only.",
              "deepspeed/runtime/zero/config.py:382-386"},
             plan,
             "Overlap by default"};
  one.remedy->zero.overlap_comm.reset();
  list.push_back(std::move(one));
}

/// The payload at which a collective reaches half of its best rate: fitted on published tables of bus
/// bandwidth by message size (stas00/ml-engineering, network; SimAI nic_ratio.csv).
double half_rate_mib(const Plan& plan) {
  if (!is_several_nodes(plan)) return 13.5;
  return 15 + 12.0 * plan.cluster.nodes;
}

void small_buckets(const Plan& plan, std::vector<Advice>& list) {
  const std::int64_t bucket = plan.zero.reduce_bucket_size;
  if (plan.zero.stage == 0 || zero_world(plan) < 2 || bucket >= standard_bucket) return;
  const double bytes = static_cast<double>(bucket) * weight_bytes(plan);
  const double half = half_rate_mib(plan) * static_cast<double>(bytes_per_mib);
  if (bytes >= half) return;
  Advice one{{Severity::slow, "small_bucket", "zero.reduce_bucket_size",
              "A reduce bucket of " + format_bytes(bytes_of(bytes)) +
                  " is too small a message: collectives reach half of their rate at " +
                  format_bytes(bytes_of(half)) + " here.",
              "Raise it towards the default of " + format_count(standard_bucket) + " elements.",
              "bus bandwidth by message size: stas00/ml-engineering network; SimAI nic_ratio.csv"},
             std::nullopt,
             ""};
  Plan larger = plan;
  larger.zero.reduce_bucket_size = standard_bucket;
  if (estimate_memory(larger).fits()) {
    one.remedy = larger;
    one.remedy_label = "Reduce bucket " + format_count(standard_bucket);
  }
  list.push_back(std::move(one));
}

/// Guides call stage 2 as cheap as stage 1; with accumulation it is not.
void reduction_at_stage_2(const Plan& plan, std::vector<Advice>& list) {
  const std::int64_t steps = plan.training.gradient_accumulation_steps;
  if (plan.zero.stage != 2 || steps < 2 || zero_world(plan) < 2) return;
  Plan lower = plan;
  lower.zero.stage = 1;
  if (!estimate_memory(lower).fits()) return;
  list.push_back(
      {{Severity::style, "stage_2_reduces_every_micro_batch", "training.gradient_accumulation_steps",
        "Stage 2 reduces the gradients after each of the " + format_count(steps) +
            " micro batches, stage 1 once a step; stage 1 fits too.",
        "Choose stage 1 where the network is what limits the run.",
        "deepspeed/runtime/zero/stage_1_and_2.py (reduce_ipg_grads, partition_gradients)"},
       std::nullopt,
       ""});
}

/// Weights a rank receives in one micro batch: once for each pass, a pass more where activations are
/// recomputed; the later ones from the own node with hpZ.
double gathered_bytes(const Plan& plan, double weights) {
  const bool recomputes = plan.training.activation_checkpointing == Checkpointing::full;
  const bool near_only = is_several_nodes(plan) && plan.zero.zero_hpz_partition_size > 1;
  return weights * (near_only ? 1 : recomputes ? 3 : 2);
}

/// Slow at stage 3: not "under 100 GB/s per link", but more time on the wire than the arithmetic leaves room
/// for. Both figures are bounds from below: the nominal link, and the GPU at its peak.
void gathering_at_stage_3(const Plan& plan, const MemoryEstimate& estimate, std::vector<Advice>& list) {
  const Cluster& cluster = plan.cluster;
  const Training& training = plan.training;
  const double link = is_several_nodes(plan) ? cluster.inter_node.gb_per_s : cluster.intra_node.gb_per_s;
  if (plan.zero.stage != 3 || zero_world(plan) < 2 || training.precision == Precision::fp32 || link <= 0 ||
      cluster.gpu.bf16_tflops <= 0)
    return;
  const double shards = std::max(1, training.tensor_parallel);
  const double weights = static_cast<double>(estimate.model.parameters.value()) / shards * weight_bytes(plan);
  const double gradients =
      static_cast<double>(estimate.model.trainable.value()) / shards * weight_bytes(plan);
  const double bytes = gathered_bytes(plan, weights) + gradients;
  const double on_wire = bytes / (link * 1e9);
  const double tokens = static_cast<double>(training.micro_batch_size * training.sequence_length) /
                        std::max(1, training.sequence_parallel);
  constexpr double flops_per_parameter = 6;  // forward 2, backward 4, per token
  const double arithmetic = flops_per_parameter * static_cast<double>(estimate.model.active.value()) /
                            shards * tokens / (cluster.gpu.bf16_tflops * 1e12);
  constexpr double share_of_peak = 0.5;  // what well-tuned runs reach; below, there is more time to hide in
  if (on_wire < arithmetic / share_of_peak) return;
  Advice one{
      {Severity::slow, "stage_3_waits_for_the_link",
       is_several_nodes(plan) ? "cluster.inter_node" : "cluster.intra_node",
       "Stage 3 moves " + format_bytes(bytes_of(bytes)) +
           " per GPU in every micro batch: " + format_number(on_wire, 2) + " s at " + format_gb_per_s(link) +
           " per GPU, while the arithmetic takes " + format_number(arithmetic, 2) + " s at the GPU's peak.",
       "Use larger micro batches or longer sequences; more accumulation does not help, because weights "
       "are gathered for every micro batch.",
       "ZeRO paper, section 7.2.2 (1.5 times the volume of data parallelism); "
       "deepspeed/runtime/zero/partitioned_param_coordinator.py"},
      std::nullopt,
      ""};
  if (is_several_nodes(plan) && plan.zero.zero_hpz_partition_size <= 1 && plan.zero.mics_shard_size <= 0) {
    Plan secondary = plan;
    secondary.zero.zero_hpz_partition_size = cluster.gpus_per_node;
    if (estimate_memory(secondary).fits()) {
      one.issue.fix += " zero_hpz_partition_size keeps the backward pass's gathers inside the node.";
      one.remedy = secondary;
      one.remedy_label = "hpZ partition " + format_count(cluster.gpus_per_node);
    }
  }
  list.push_back(std::move(one));
}

}  // namespace

void about_communication(const Plan& plan, const MemoryEstimate& estimate, std::vector<Advice>& list) {
  overlap(plan, list);
  small_buckets(plan, list);
  gathering_at_stage_3(plan, estimate, list);
  reduction_at_stage_2(plan, list);
}

}  // namespace zp::advice_rules
