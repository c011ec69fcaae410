// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/memory/estimate.h"
#include "core/rules/rule.h"
#include "core/units/format.h"

/// Rules that compare settings with the size of the model on these ranks.
namespace zp {
namespace {

constexpr unsigned sizes = Subject::model | Subject::ranks;
/// The sub_group_size that NVMe examples of DeepSpeed and Hugging Face use.
constexpr std::int64_t usual_sub_group = 100'000'000;

bool swaps_optimizer(const Subject& subject) {
  return subject.zero.stage == 3 && subject.zero.offload_optimizer.device == Device::nvme;
}

bool swaps_params(const Subject& subject) {
  return subject.zero.stage == 3 && subject.zero.offload_param.device == Device::nvme;
}

void ask_param_buffers(const Subject& subject, const FindingWriter& say) {
  if (!swaps_params(subject)) return;
  const std::int64_t needed = estimate_memory(subject.plan).nvme.smallest_buffers.parameter_buffer_count;
  const std::int64_t count = subject.zero.offload_param.buffer_count;
  if (count < needed)
    say("Up to " + format_count(needed) +
            " weights of this model are gathered and prefetched at a time, and there are " +
            format_count(count) + " buffers.",
        "Set zero.offload_param.buffer_count to " + format_count(needed) +
            ", or lower zero.stage3_prefetch_bucket_size.");
}

void give_param_buffers(Plan& plan) {
  plan.zero.offload_param.buffer_count = estimate_memory(plan).nvme.smallest_buffers.parameter_buffer_count;
}

void ask_fast_init(const Subject& subject, const FindingWriter& say) {
  if (!swaps_optimizer(subject) || !swaps_params(subject) || !subject.zero.offload_optimizer.fast_init)
    return;
  const std::int64_t group = subject.symbols().sub_group, buffer = subject.zero.offload_param.buffer_size;
  if (buffer < group)
    say("fast_init reads a whole sub-group of up to " + format_count(group) +
            " elements into one parameter buffer of " + format_count(buffer) + ".",
        "Switch zero.offload_optimizer.fast_init off, lower zero.sub_group_size or raise "
        "zero.offload_param.buffer_size.");
}

void ask_small_group(const Subject& subject, const FindingWriter& say) {
  if (!swaps_optimizer(subject)) return;
  constexpr std::int64_t master_bytes = 4;
  const std::int64_t group = subject.symbols().sub_group;
  if (group * master_bytes < bytes_per_mib)
    say("A sub-group of " + format_count(group) +
            " elements is smaller than the 1 MiB that DeepSpeed writes to the drive: the optimizer stays in "
            "host memory.",
        "Set zero.offload_optimizer to cpu, or raise zero.sub_group_size.");
}

void ask_large_group(const Subject& subject, const FindingWriter& say) {
  if (!swaps_optimizer(subject)) return;
  const std::int64_t staged = std::min(subject.zero.sub_group_size, subject.symbols().partition);
  if (staged <= usual_sub_group) return;
  const std::int64_t buffers = subject.zero.offload_optimizer.buffer_count;
  constexpr double state_bytes = 4;
  say("Every GPU pins " +
          format_bytes(bytes_of(state_bytes * static_cast<double>(buffers) * static_cast<double>(staged))) +
          " of host memory to stage the optimizer: one sub-group in " + format_count(buffers) + " buffers.",
      "Set zero.sub_group_size to " + format_count(usual_sub_group) + ".");
}

/// Reports a bucket that is smaller than DeepSpeed's default and than the largest weight.
void ask_bucket(const Subject& subject, const FindingWriter& say) {
  const std::int64_t bucket = subject.zero.reduce_bucket_size;
  if (subject.zero.stage == 0 || bucket >= Zero().reduce_bucket_size) return;
  const std::int64_t largest = subject.symbols().sums.largest;
  if (bucket < largest)
    say("The largest weight has " + format_count(largest) + " elements, the bucket holds " +
            format_count(bucket) + ": its gradient is reduced on its own, outside the bucket.",
        "No change is needed; or raise zero.reduce_bucket_size to that.");
}

void ask_threshold(const Subject& subject, const FindingWriter& say) {
  const std::int64_t threshold = subject.zero.stage3_param_persistence_threshold;
  if (subject.zero.stage != 3 || threshold <= Zero().stage3_param_persistence_threshold) return;
  constexpr double most_whole = 0.5;  // share of the weights; above it, stage 3 partitions less than half
  const Symbols& s = subject.symbols();
  const double whole = static_cast<double>(s.sums.persistent) * s.weight_bytes;
  const double all = static_cast<double>(s.sums.trainable + s.sums.frozen) * s.weight_bytes;
  if (whole > most_whole * all)
    say("Weights of up to " + format_count(threshold) + " elements stay whole on every GPU: " +
            format_bytes(bytes_of(whole)) + " of " + format_bytes(bytes_of(all)) + ".",
        "Lower zero.stage3_param_persistence_threshold; the default is 100000.");
}

constexpr std::array<Rule, 6> rules_of_size = {
    {{.code = "too_few_param_buffers",
      .severity = Severity::fails_later,
      .keys = {"zero.offload_param.buffer_count"},
      .source = "swap_tensor/partitioned_param_swapper.py:310",
      .ask = ask_param_buffers,
      .changes = {{{"Enough parameter buffers", give_param_buffers}}},
      .needs = sizes},
     {.code = "nvme_fast_init",
      .severity = Severity::fails_later,
      .keys = {"zero.offload_optimizer.fast_init"},
      .source = "swap_tensor/optimizer_utils.py:285-287",
      .ask = ask_fast_init,
      .changes = {{{"Without fast_init", [](Plan& plan) { plan.zero.offload_optimizer.fast_init = false; }}}},
      .needs = sizes},
     {.code = "too_small_to_swap",
      .severity = Severity::ignored,
      .keys = {"zero.offload_optimizer", "zero.offload_optimizer.device"},
      .source = "swap_tensor/optimizer_utils.py:180",
      .ask = ask_small_group,
      .changes = {{{"Optimizer in CPU memory",
                    [](Plan& plan) { plan.zero.offload_optimizer.device = Device::cpu; }}}},
      .needs = sizes},
     {.code = "nvme_sub_group",
      .severity = Severity::wasteful,
      .keys = {"zero.sub_group_size"},
      .source = "swap_tensor/optimizer_utils.py:170-190",
      .ask = ask_large_group,
      .changes = {{{"Sub-groups of 100,000,000",
                    [](Plan& plan) { plan.zero.sub_group_size = usual_sub_group; }}}},
      .needs = sizes},
     {.code = "bucket_below_largest",
      .severity = Severity::style,
      .keys = {"zero.reduce_bucket_size"},
      .source = "zero/stage_1_and_2.py, reduce_independent_p_g_buckets_and_remove_grads",
      .ask = ask_bucket,
      .needs = Subject::model},
     {.code = "little_is_partitioned",
      .severity = Severity::wasteful,
      .keys = {"zero.stage3_param_persistence_threshold"},
      .source = "zero/parameter_offload.py, mark_persistent_parameters",
      .ask = ask_threshold,
      .changes = {{{"DeepSpeed's threshold",
                    [](Plan& plan) {
                      plan.zero.stage3_param_persistence_threshold =
                          Zero().stage3_param_persistence_threshold;
                    }}}},
      .needs = Subject::model}}};

}  // namespace

std::span<const Rule> size_rules() { return rules_of_size; }

}  // namespace zp
