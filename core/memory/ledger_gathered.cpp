// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"
#include "core/sharding/state_dicts.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view coordinator =
    "DeepSpeed runtime/zero/partitioned_param_coordinator.py:452, 632-664";

constexpr EntryText persistent{gathered_persistent, "Persistent small tensors",
                               "Tensors of at most the persistence threshold stay gathered.",
                               "DeepSpeed runtime/zero/parameter_offload.py:311-329",
                               "zero.stage3_param_persistence_threshold"};
constexpr EntryText live{
    gathered_live, "Weights in use",
    "The current module, gathered in full, and the weights prefetched for the modules after it.", coordinator,
    "zero.stage3_prefetch_bucket_size"};
constexpr EntryText leaf{gathered_leaf, "Weights of an expert block",
                         "A leaf module and stacked experts are gathered at once: router, experts and what "
                         "they share, beyond the largest tensor.",
                         "DeepSpeed utils/z3_leaf_module.py; runtime/zero/partitioned_param_coordinator.py, "
                         "fetch_sub_module",
                         "zero.leaf_modules"};
constexpr EntryText kept{gathered_kept, "Weights kept for backward",
                         "Modules used again within stage3_max_reuse_distance elements stay gathered from "
                         "forward into backward: half of that distance, a third when blocks are recomputed.",
                         coordinator, "zero.stage3_max_reuse_distance"};
constexpr EntryText retained{
    gathered_kept, "Weights kept by autograd",
    "torch's own linear layer saves the gathered weight for the backward pass, and partitioning cannot free "
    "it. "
    "With memory_efficient_linear zero.Init replaces that layer, in 0.3.13 only while the model is made; for "
    "models made without it, releases before 0.19.4 do not.",
    "DeepSpeed pull requests 881 and 8189; runtime/zero/linear.py", "training.zero_init"};
constexpr EntryText receive{gathered_receive, "Receive buffer of a gather",
                            "The flat tensor a batch of weights arrives in before it is split; quantised "
                            "weights arrive as 8-bit integers.",
                            "DeepSpeed runtime/zero/partition_parameters.py:1301-1343",
                            "zero.stage3_prefetch_bucket_size"};
constexpr EntryText secondary{gathered_secondary, "Secondary copy (hpZ)",
                              "ZeRO++ keeps a second partition inside the node for the backward gathers.",
                              "DeepSpeed runtime/zero/partition_parameters.py:1881-1925",
                              "zero.zero_hpz_partition_size"};

constexpr Moments in_passes = Moments::of(Moment::forward, Moment::evaluate) | Moments::backward();

/// Returns true if weights gathered in the forward pass are kept until their layer's backward pass;
/// recomputed blocks save none in the forward pass. 0.3.13, the first release with stage 3, removes
/// zero.Init's linear layer when the model is complete (partition_parameters.py,
/// InsertPostInitMethodToModuleSubClasses.__exit__).
bool autograd_keeps_weights(const Plan& plan) {
  constexpr DeepSpeedVersion wraps_made_models{0, 19, 4}, keeps_linear{0, 3, 14};
  if (plan.training.activation_checkpointing != Checkpointing::none) return false;
  const DeepSpeedVersion wraps = is_made_by_zero_init(plan) ? keeps_linear : wraps_made_models;
  return !plan.zero.memory_efficient_linear || plan.target.deepspeed_version < wraps;
}

}  // namespace

/// Adds the gathered weights, derived in docs/memory.md#gathered-weights. A single rank gathers nothing: its
/// weights are a view of the partition (partition_parameters.py, NoGatherHandle), or one copy if they come
/// from the host.
template <class N>
void add_gathered(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const Zero& zero = plan.zero;
  const bool is_shared = s.parallel.zero.ranks > 1;
  if (!is_shared && s.parameter_device == Device::none) return;
  const auto& b = s.weight_bytes;
  const N all = s.sums.trainable + s.sums.frozen;
  const bool has_leaves = s.sums.leaf > s.sums.largest;
  const N& unit = has_leaves ? s.sums.leaf : s.sums.largest;
  const N prefetch = named<N>(sym::prefetch_bucket, zero.stage3_prefetch_bucket_size);
  const N max_live = named<N>(sym::max_live, zero.stage3_max_live_parameters);
  const N visits = plan.training.activation_checkpointing == Checkpointing::full ? 3 : 2;
  const N turn = max(unit, floor_div(named<N>(sym::reuse_distance, zero.stage3_max_reuse_distance), visits));
  const auto with_prefetch = [&](const N& fetched) {
    return min(all, fetched + min(prefetch, max(N(0), max_live - fetched)));
  };
  const N at_work = with_prefetch(unit);

  out.add(persistent, b * s.sums.persistent, Moments::training());
  if (has_leaves) {
    const N tensor_at_work = with_prefetch(s.sums.largest);
    out.add(live, b * tensor_at_work, in_passes);
    out.add(leaf, b * (at_work - tensor_at_work), in_passes);
  } else {
    out.add(live, b * at_work, in_passes);
  }
  constexpr Moments over_the_turn =
      Moments::of(Moment::forward, Moment::backward_head, Moment::backward_first);
  // If the whole model is within the reuse distance, no module is released before the backward pass.
  const bool stays_gathered = turn >= all;
  if (autograd_keeps_weights(plan))  // includes the active module and everything not released
    out.add(retained, b * (all - min(all, stays_gathered ? at_work : unit)), over_the_turn);
  else
    out.add(kept, b * max(N(0), with_prefetch(turn) - at_work), over_the_turn);
  // Tensors arrive in one flat buffer and are copied out of it, unless they are gathered one by one in place.
  // Quantised weights arrive as 8-bit integers (partition_parameters.py:1356-1508, 1570).
  const bool in_place = zero.stage3_allgather_sequential || zero.stage3_use_all_reduce_for_fetch_params;
  constexpr DeepSpeedVersion gathers_batches{
      0, 6, 0};  // pull request 1453; earlier releases gather tensor by tensor
  const N batch =
      plan.target.deepspeed_version < gathers_batches ? min(all, unit) : min(all, max(unit, prefetch));
  if (is_shared && zero.zero_quantized_weights)
    out.add(receive, batch, in_passes);
  else if (is_shared && !in_place)  // under torch_autocast in its type (_all_gather_dtype)
    out.add(receive, (s.tags_types ? s.element_bytes : b) * batch, in_passes);
  if (zero.zero_hpz_partition_size > 1)
    out.add(secondary,
            b * ceil_div(s.sums.trainable, named<N>(sym::secondary_ranks, zero.zero_hpz_partition_size)),
            Moments::training());
}

template void add_gathered(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_gathered(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
