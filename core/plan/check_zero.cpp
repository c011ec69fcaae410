// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/plan/checks.h"
#include "core/plan/fields.h"
#include "core/plan/swap_buffers.h"
#include "core/units/format.h"

/// Rules of deepspeed/runtime/zero/config.py, engine.py, zero/stage_1_and_2.py and zero/stage3.py about
/// stages, and of runtime/swap_tensor about NVMe buffers.
namespace zp::plan_io {
namespace {

struct StageKey {
  std::string_view path;
  std::string_view stages;  ///< in words
  bool stage1, stage2, stage3;
};
constexpr StageKey any_stage(std::string_view path) { return {path, "stages 1 to 3", true, true, true}; }
constexpr StageKey below_3(std::string_view path) { return {path, "stages 1 and 2", true, true, false}; }
constexpr StageKey only_3(std::string_view path) { return {path, "stage 3", false, false, true}; }

constexpr std::array stage_keys = {
    any_stage("zero.contiguous_gradients"),
    any_stage("zero.reduce_scatter"),
    any_stage("zero.reduce_bucket_size"),
    below_3("zero.allgather_bucket_size"),
    below_3("zero.round_robin_gradients"),
    below_3("zero.use_multi_rank_bucket_allreduce"),
    only_3("zero.sub_group_size"),
    only_3("zero.stage3_prefetch_bucket_size"),
    only_3("zero.stage3_max_live_parameters"),
    only_3("zero.stage3_max_reuse_distance"),
    only_3("zero.stage3_param_persistence_threshold"),
    only_3("zero.stage3_model_persistence_threshold"),
    only_3("zero.stage3_gather_16bit_weights_on_model_save"),
    only_3("zero.zero_hpz_partition_size"),
    only_3("zero.zero_quantized_weights"),
    only_3("zero.zero_quantized_gradients"),
    only_3("zero.mics_shard_size"),
};

bool acts_at(const StageKey& key, int stage) {
  return (stage == 1 && key.stage1) || (stage == 2 && key.stage2) || (stage == 3 && key.stage3);
}

void check_stage_keys(const Plan& plan, Findings& issues) {
  static const Plan defaults;
  for (const StageKey& key : stage_keys) {
    if (acts_at(key, plan.zero.stage)) continue;
    const Field& field = *find_field(key.path);
    if (field.value(plan) == field.value(defaults)) continue;
    issues.add(Severity::ignored, "no_effect_at_stage", key.path,
               std::string(key.path) + " has no effect at stage " + format_count(plan.zero.stage) + ".",
               "Remove it, or choose " + std::string(key.stages) + ".");
  }
}

void check_partition_groups(const Plan& plan, Findings& issues) {
  const Zero& zero = plan.zero;
  const std::int64_t world = zero_world(plan);
  const std::int64_t secondary = std::min(zero.zero_hpz_partition_size, world);
  if (world % secondary != 0)
    issues.add(Severity::refused, "hpz_does_not_divide", "zero.zero_hpz_partition_size",
               format_count(secondary) + " ranks of a secondary partition do not divide " +
                   format_count(world) + " ranks.",
               "Choose a divisor, normally cluster.gpus_per_node.");
  if (zero.mics_shard_size > 0 && world % zero.mics_shard_size != 0)
    issues.add(Severity::refused, "mics_does_not_divide", "zero.mics_shard_size",
               format_count(zero.mics_shard_size) + " ranks of a MiCS shard do not divide " +
                   format_count(world) + " ranks.",
               "Choose a divisor, normally cluster.gpus_per_node, or -1.");
  if (zero.mics_shard_size > 0 && zero.offload_optimizer.device != Device::none)
    issues.add(Severity::refused, "mics_with_offload", "zero.mics_shard_size",
               "MiCS does not work with offload to the host.",
               "Set zero.offload_optimizer to none, or this to -1.");
  if (zero.zero_quantized_gradients && !zero.reduce_scatter)
    issues.add(Severity::refused, "quantized_gradients_need_reduce_scatter", "zero.zero_quantized_gradients",
               "Quantised gradients need reduce_scatter.", "Set zero.reduce_scatter to true.");
}

void check_swapping(const Plan& plan, const ModelSums& sums, Findings& issues) {
  const OffloadOptimizer& offload = plan.zero.offload_optimizer;
  const OffloadParam& parameters = plan.zero.offload_param;
  const bool has_several = partition_of(plan, sums) > static_cast<double>(plan.zero.sub_group_size);
  const std::int64_t needed = optimizer_buffers_needed(plan, has_several ? 2 : 1);
  if (offload.device == Device::nvme && offload.buffer_count < needed)
    issues.add(Severity::fails_later, "too_few_buffers", "zero.offload_optimizer.buffer_count",
               "Swapping this optimizer takes " + format_count(needed) + " buffers at a time, the plan has " +
                   format_count(offload.buffer_count) + ".",
               "Set zero.offload_optimizer.buffer_count to " + format_count(needed) + ".");
  const double largest = std::ceil(sums.largest / static_cast<double>(zero_world(plan)));
  if (parameters.device == Device::nvme && largest > static_cast<double>(parameters.buffer_size))
    issues.add(Severity::fails_later, "buffer_too_small", "zero.offload_param.buffer_size",
               "A rank's part of the largest weight has " + format_count(static_cast<std::int64_t>(largest)) +
                   " elements, a buffer holds " + format_count(parameters.buffer_size) + ".",
               "Set zero.offload_param.buffer_size to at least that.");
  const Nvme& nvme = plan.cluster.nvme;
  if ((offload.device == Device::nvme || parameters.device == Device::nvme) &&
      (nvme.capacity_gib <= 0 || nvme.read_gb_per_s <= 0 || nvme.write_gb_per_s <= 0))
    issues.add(Severity::style, "nvme_not_described", "cluster.nvme",
               "The plan offloads to NVMe, but does not state the drive's free space and speed.",
               "Give capacity_gib, read_gb_per_s and write_gb_per_s in cluster.nvme.");
}

}  // namespace

void check_zero(const Plan& plan, Findings& issues) {
  const Zero& zero = plan.zero;
  check_stage_keys(plan, issues);
  if (zero.stage == 3) check_partition_groups(plan, issues);
  if ((zero.stage == 1 || zero.stage == 2) && zero.allgather_bucket_size % 2 != 0)
    issues.add(Severity::refused, "odd_allgather_bucket", "zero.allgather_bucket_size",
               "At stages 1 and 2 DeepSpeed wants an even allgather_bucket_size.",
               "Set it to " + format_count(zero.allgather_bucket_size + 1) + ".");
}

void check_offload(const Plan& plan, const ModelSums& sums, Findings& issues) {
  const Zero& zero = plan.zero;
  const OffloadOptimizer& offload = zero.offload_optimizer;
  const std::string stage = format_count(zero.stage);
  if (zero.stage < 3 && zero.offload_param.device != Device::none)
    issues.add(
        Severity::ignored, "offload_param_needs_stage_3", "zero.offload_param",
        "DeepSpeed accepts offload_param at stage " + stage + " and ignores it: weights are not partitioned.",
        "Set zero.stage to 3, or zero.offload_param to none.");
  if (zero.stage == 3 && (offload.device == Device::nvme || zero.offload_param.device == Device::nvme))
    check_swapping(plan, sums, issues);
  if (offload.device == Device::none) return;
  if (zero.stage == 0)
    issues.add(
        Severity::fails_later, "offload_needs_zero", "zero.offload_optimizer",
        "At stage 0 DeepSpeed builds a CPU optimizer for weights on the GPU and stops at the first step.",
        "Set zero.stage to 1, 2 or 3, or zero.offload_optimizer to none.");
  if (offload.device == Device::nvme && (zero.stage == 1 || zero.stage == 2))
    issues.add(Severity::ignored, "nvme_needs_stage_3", "zero.offload_optimizer",
               "At stage " + stage + " DeepSpeed treats nvme as cpu: no file is written.",
               "Set zero.offload_optimizer to cpu, or zero.stage to 3.");
  if (zero.stage < 3 && !zero.contiguous_gradients && zero.stage > 0)
    issues.add(Severity::ignored, "contiguous_gradients_forced", "zero.contiguous_gradients",
               "With the optimizer offloaded, stages 1 and 2 use contiguous gradients whatever is set here.",
               "Set zero.contiguous_gradients to true.");
  if (offload.ratio >= 1) return;
  if (zero.stage < 3)
    issues.add(Severity::refused, "ratio_needs_stage_3", "zero.offload_optimizer.ratio",
               "Offloading a part of the optimizer is supported only at stage 3.",
               "Set ratio to 1, or zero.stage to 3.");
  else if (partition_of(plan, sums) <= static_cast<double>(zero.sub_group_size))
    issues.add(Severity::ignored, "ratio_without_effect", "zero.offload_optimizer.ratio",
               "The ratio divides whole sub-groups, and a rank has only one: all of it stays on the CPU.",
               "Make zero.sub_group_size smaller than the rank's part of the parameters.");
}

}  // namespace zp::plan_io
