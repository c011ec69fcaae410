// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/check/engine_rules.h"
#include "core/check/file_plan.h"
#include "core/memory/estimate.h"
#include "core/plan/validate.h"
#include "core/units/format.h"

/// Rules that need the sizes of the plan's model: which buffer is too small for it, and what does not divide.
namespace zp::config_check {
namespace {

constexpr std::string_view param_path = "zero_optimization.offload_param";
constexpr std::string_view optimizer_path = "zero_optimization.offload_optimizer";

std::string in_file(std::string text) {
  constexpr std::string_view ours = "zero.", theirs = "zero_optimization.";
  for (std::size_t at = text.find(ours); at != std::string::npos; at = text.find(ours, at + theirs.size()))
    text.replace(at, ours.size(), theirs);
  return text;
}

/// What check() says of a plan and a file can be blamed for, with the key of the file.
struct PlanRule {
  std::string_view code, plan_path, path, fix;  ///< fix: "" for the plan's own
};
constexpr std::string_view fewer_ranks = "Choose a size that divides it.";
constexpr std::array<PlanRule, 10> plan_rules = {{
    {"buffer_too_small", "zero.offload_param.buffer_size", "zero_optimization.offload_param.buffer_size", ""},
    {"too_few_buffers", "zero.offload_optimizer.buffer_count",
     "zero_optimization.offload_optimizer.buffer_count", ""},
    {"ratio_without_effect", "zero.offload_optimizer.ratio", "zero_optimization.offload_optimizer.ratio", ""},
    {"optimizer_cannot_offload", "training.optimizer", "optimizer.type",
     "Use AdamW, or remove offload_optimizer."},
    {"no_bf16", "training.precision", "bf16.enabled", "Use fp16 instead of bf16."},
    {"ranks_do_not_divide", "training.tensor_parallel", "tensor_parallel.autotp_size", fewer_ranks},
    {"ranks_do_not_divide", "training.sequence_parallel", "sequence_parallel_size", fewer_ranks},
    {"heads_do_not_divide", "training.tensor_parallel", "tensor_parallel.autotp_size", ""},
    {"heads_do_not_divide", "training.sequence_parallel", "sequence_parallel_size", ""},
    {"kv_heads_do_not_divide", "training.sequence_parallel", "sequence_parallel_size", ""},
}};

/// The value at a path, or the nearest section above it that the file has.
const TextNode* place_of(const Walk& walk, std::string_view path) {
  for (;;) {
    const TextNode* node = walk.find(path);
    const auto dot = path.rfind('.');
    if (node || dot == std::string_view::npos) return node;
    path = path.substr(0, dot);
  }
}

void tell_plan_rules(Walk& walk, const std::vector<Finding>& issues) {
  for (const Finding& issue : issues)
    for (const PlanRule& rule : plan_rules) {
      if (rule.code != issue.code || rule.plan_path != issue.path) continue;
      const TextNode* node = place_of(walk, rule.path);
      if (!node) continue;  // the plan's own choice, of which the file says nothing
      const Severity severity = std::max(issue.severity, Severity::fails_later);
      walk.tell(severity, node, rule.path,
                {issue.code, in_file(issue.message),
                 rule.fix.empty() ? in_file(issue.fix) : std::string(rule.fix)});
    }
}

std::int64_t divided_up(std::int64_t amount, std::int64_t parts) { return (amount + parts - 1) / parts; }

/// Elements that one rank keeps and steps.
std::int64_t partition_of(const Plan& plan, const ModelSize& size) {
  return divided_up(size.trainable.value(), std::max(1, plan.cluster.ranks()));
}

/// swap_tensor/partitioned_param_swapper.py:310 and optimizer_utils.py:180, 285-287
void swapping(Walk& walk, const Plan& plan, const MemoryEstimate& estimate) {
  const OffloadOptimizer& optimizer = plan.zero.offload_optimizer;
  const OffloadParam& param = plan.zero.offload_param;
  const std::int64_t needed = estimate.nvme.smallest_buffers.parameter_buffer_count;
  const std::string count_path = joined(param_path, "buffer_count");
  if (param.device == Device::nvme && param.buffer_count < needed)
    walk.tell(Severity::fails_later, place_of(walk, count_path), count_path,
              {"too_few_buffers",
               "Up to " + format_count(needed) +
                   " weights of this model are gathered and prefetched at a "
                   "time, and there are " +
                   format_count(param.buffer_count) + " buffers.",
               "Set buffer_count to " + format_count(needed) + ", or lower stage3_prefetch_bucket_size."});
  if (optimizer.device != Device::nvme) return;
  constexpr std::int64_t master_bytes = 4;
  const std::int64_t partition = partition_of(plan, estimate.model);
  const std::int64_t largest =
      divided_up(estimate.model.largest_tensor.value(), std::max(1, plan.cluster.ranks()));
  const std::int64_t group = std::min(partition, plan.zero.sub_group_size + largest);
  const std::string init_path = joined(optimizer_path, "fast_init");
  if (optimizer.fast_init && param.device == Device::nvme && param.buffer_size < group)
    walk.tell(Severity::fails_later, walk.find(init_path), init_path,
              {"buffer_too_small",
               "fast_init reads a whole sub-group of up to " + format_count(group) +
                   " elements into one parameter buffer of " + format_count(param.buffer_size) + '.',
               "Switch fast_init off, lower sub_group_size or raise offload_param.buffer_size."});
  if (group * master_bytes < bytes_per_mib)
    walk.tell(Severity::ignored, place_of(walk, joined(optimizer_path, "device")),
              joined(optimizer_path, "device"),
              {"too_small_to_swap",
               "A sub-group of " + format_count(group) +
                   " elements is smaller than the 1 MiB that DeepSpeed writes to the drive: the optimizer "
                   "stays in host memory.",
               "Write cpu, or raise sub_group_size."});
}

void buckets(Walk& walk, const Plan& plan, const Facts& facts, const MemoryEstimate& estimate) {
  const std::int64_t largest = estimate.model.largest_tensor.value();
  const TextNode* bucket = facts.zero ? field(*facts.zero, "reduce_bucket_size") : nullptr;
  if (bucket && plan.zero.stage > 0 && plan.zero.reduce_bucket_size < largest)
    walk.tell(Severity::style, bucket, "zero_optimization.reduce_bucket_size",
              {"bucket_below_largest",
               "The largest weight has " + format_count(largest) + " elements, the bucket holds " +
                   format_count(plan.zero.reduce_bucket_size) +
                   ": its gradient is reduced on its own, beside the bucket.",
               "Nothing to do, or raise reduce_bucket_size to that."});
  constexpr double most_whole = 0.5;  // of the weights; from there on stage 3 partitions the smaller part
  const double whole = static_cast<double>(estimate.ledger.bytes(EntryId::gathered_persistent).value());
  const double element = plan.training.precision == Precision::fp32 ? 4 : 2;
  const double all = static_cast<double>(estimate.model.parameters.value()) * element;
  const TextNode* threshold = facts.zero ? stage3_field(*facts.zero, "param_persistence_threshold") : nullptr;
  if (threshold && plan.zero.stage == 3 && whole > most_whole * all)
    walk.tell(Severity::wasteful, threshold, joined("zero_optimization", threshold->key),
              {"little_is_partitioned",
               "Weights of up to " + format_count(plan.zero.stage3_param_persistence_threshold) +
                   " elements stay whole on every GPU: " + format_bytes(bytes_of(whole)) + " of " +
                   format_bytes(bytes_of(all)) + '.',
               "Lower it; the default is 100000."});
}

/// The assertion in runtime/engine.py stood until 0.19.4.
void tensor_parallel_stage(Walk& walk, const Plan& plan) {
  constexpr DeepSpeedVersion first{0, 19, 4};
  constexpr std::string_view path = "tensor_parallel.autotp_size";
  const TextNode* node = walk.find(path);
  if (!node || plan.training.tensor_parallel < 2 || plan.zero.stage < 3 || walk.version() >= first) return;
  walk.tell(Severity::fails_later, node, path,
            {"tensor_parallel_stage",
             "DeepSpeed " + name_of(walk.version()) + " allows its tensor parallelism up to stage 2.",
             "Choose stage 2, or DeepSpeed " + name_of(first) + " or newer."});
}

}  // namespace

void size_rules(Walk& walk, const Facts& facts) {
  const std::optional<PlanFromConfig> of_file = plan_of_file(walk);
  if (!of_file) return;
  const Plan* plan = &of_file->document.plan;
  const std::vector<Finding> issues = check(*plan);
  tell_plan_rules(walk, issues);
  tensor_parallel_stage(walk, *plan);
  if (!is_usable(issues)) return;
  const MemoryEstimate estimate = estimate_memory(*plan);
  if (plan->zero.stage == 3) swapping(walk, *plan, estimate);
  buckets(walk, *plan, facts, estimate);
}

}  // namespace zp::config_check
