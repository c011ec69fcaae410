// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/tensor_traffic.h"

#include <algorithm>
#include <limits>

#include "core/formula/arithmetic.h"
#include "core/plan/adapters.h"

namespace zp {
namespace {

/// Returns true if DeepSpeed's stage 3 gathers a tensor of that size in one message with others: above the
/// persistence threshold, and below the prefetch bucket unless it belongs to a leaf module
/// (partition_parameters.py, all_gather_coalesced).
bool gathered_with_others(const Zero& zero, std::int64_t numel, bool is_of_leaf) {
  return (is_of_leaf || numel < zero.stage3_prefetch_bucket_size) &&
         numel > zero.stage3_param_persistence_threshold && !zero.stage3_allgather_sequential;
}

/// Returns the elements of the largest tensor that goes through a bucket. Larger ones are reduced separately
/// and whole (stage_1_and_2.py, stage3.py, reduce_independent_p_g_buckets_and_remove_grads).
std::int64_t largest_in_bucket(const Basis& basis) {
  const FrameworkTraits& traits = basis.symbols.traits;
  return traits.is_tuned_by_zero && basis.plan.training.lora.rank == 0
             ? traits.bucket_elements
             : std::numeric_limits<std::int64_t>::max();
}

}  // namespace

TensorTraffic tensor_traffic(const Basis& basis) {
  const Training& training = basis.plan.training;
  const Zero& zero = basis.plan.zero;
  const bool has_leaves = basis.symbols.sums.leaf > 0;
  const bool has_hooks = basis.symbols.traits.has_tensor_hooks;
  const std::int64_t in_bucket = largest_in_bucket(basis);
  TensorTraffic traffic;
  if (has_leaves) traffic.hooked = as_double(basis.plan.model.architecture.expert_layers());
  for (const TensorKind& kind : basis.kinds) {
    const LocalTensor mine = basis.symbols.parallel.local(kind);
    const double count = as_double(mine.count);
    const double adapters = has_adapter(training, basis.plan.model.architecture, kind.role) ? 2 * count : 0;
    const double trained = training.lora.rank > 0 ? adapters : kind.trainable ? count : 0;
    traffic.trained += trained;
    if (!(basis.symbols.traits.has_expert_leaves && is_of_expert_block(kind.role)))
      traffic.counted += trained;
    if (mine.numel > in_bucket) {
      traffic.reduced_alone += count;
      traffic.alone_elements += count * as_double(mine.numel);
    }
    if (!has_hooks) continue;
    const bool is_of_leaf = has_leaves && is_of_expert_block(kind.role);
    if (!is_of_leaf) traffic.hooked += count + adapters;
    if (!is_of_leaf && mine.numel > zero.stage3_param_persistence_threshold) traffic.large += count;
    if (gathered_with_others(zero, mine.numel, is_of_leaf)) {
      traffic.together += count;
      traffic.together_elements += count * as_double(mine.numel);
    }
    if (traits_of(kind.role).of_expert)
      traffic.largest_expert = std::max(traffic.largest_expert, as_double(mine.numel));
  }
  // A leaf module has one hook, which counts the tensors outside all leaves (stage3.py,
  // create_reduce_and_remove_grad_hooks).
  traffic.counting = traffic.counted;
  if (traffic.trained > traffic.counted)
    traffic.counting += as_double(basis.plan.model.architecture.expert_layers());
  return traffic;
}

}  // namespace zp
