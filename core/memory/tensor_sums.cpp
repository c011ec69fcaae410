// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "core/formula/arithmetic.h"
#include "core/memory/basis.h"
#include "core/memory/symbols.h"
#include "core/plan/adapters.h"
#include "core/sharding/fp8.h"
#include "core/sharding/framework.h"
#include "core/sharding/roles.h"

namespace zp {
namespace {

/// A partition smaller than this stays in host memory (max(1 MiB, aio.block_size), whose default is 1 MiB:
/// swap_tensor/partitioned_param_swapper.py, swap_tensor/optimizer_utils.py).
constexpr std::int64_t smallest_swapped_bytes = bytes_per_mib;

/// Returns a rank's `elements` of a tensor as the optimizer sees them. A rank that holds part of a matrix
/// holds whole rows (FSDP2's DTensor).
SteppedTensor stepped_tensor(const TensorKind& kind, const StateFacts& facts, std::int64_t elements) {
  const bool is_matrix = kind.columns > 1;
  SteppedTensor tensor{.elements = elements, .rows = elements, .columns = 1};
  if (is_matrix && !facts.is_flat) {
    tensor.columns = kind.columns;
    tensor.rows = std::max<std::int64_t>(1, elements / kind.columns);
  }
  tensor.is_hidden = is_matrix && traits_of(kind.role).part == ModelPart::blocks;
  tensor.is_table = kind.role == TensorRole::embedding || is_output_layer(kind.role);
  return tensor;
}

/// Returns the number of layers whose expert block stage 3 gathers as a whole: as a leaf module, or because
/// stacked experts are one module, whose tensors are fetched together (partitioned_param_coordinator.py,
/// fetch_sub_module).
std::int64_t layers_gathered_at_once(const Plan& plan, const FrameworkTraits& traits) {
  if (!traits.has_tensor_hooks) return 0;
  const bool at_once = traits.has_expert_leaves || plan.training.stacks_experts();
  return at_once ? plan.model.architecture.expert_layers() : 0;
}

class TensorSummer {
 public:
  TensorSummer(const Plan& plan, const Conditions& conditions, int weight_bytes)
      : parallel_(conditions.parallel),
        tags_types_(conditions.tags_types),
        stacks_experts_(plan.training.stacks_experts()),
        has_tied_head_(plan.model.architecture.tied_embeddings),
        training_(plan.training),
        row_(row_of(plan.training.optimizer)),
        facts_(conditions.state_facts),
        divides_tensors_(conditions.traits.partitions_weights),
        leaf_layers_(plan.model.architecture.has_experts() ? layers_gathered_at_once(plan, conditions.traits)
                                                           : 0),
        weight_bytes_(weight_bytes),
        rounds_pinned_(rounds_pinned(plan)),
        pins_each_(plan.zero.offload_param.device == Device::cpu && plan.zero.offload_param.pin_memory),
        smallest_swapped_(ceil_div(smallest_swapped_bytes, weight_bytes)),
        persistence_(plan.zero.stage3_param_persistence_threshold) {}

  void add(const TensorKind& kind, bool trainable) {
    const auto [numel, count, ranks] = parallel_.local(kind);
    if (count == 0) return;  // the tensor is on another stage
    const std::int64_t total = numel * count;
    const std::int64_t partition = ceil_div(numel, ranks);
    sums_.largest = std::max(sums_.largest, numel);
    if (parallel_.quantizes(kind)) [[unlikely]]
      add_quantized(kind);
    if (has_divided_experts_) add_extra(kind, trainable, total, partition);
    if (leaf_layers_ > 0 && is_of_expert_block(kind.role)) [[unlikely]]
      sums_.leaf += total / leaf_layers_;
    if (tags_types_) [[unlikely]]
      add_cast(kind, trainable, total);
    if (numel <= persistence_) sums_.persistent += total;
    if (partition >= smallest_swapped_) sums_.swapped_partition += partition * count;
    if (pins_each_) {
      const std::int64_t bytes = partition * weight_bytes_;
      const std::int64_t taken = (rounds_pinned_ ? pinned_bytes(bytes) : bytes) * count;
      if (trainable)
        sums_.pinned_partitions += taken;
      else
        sums_.frozen_rounding += taken - bytes * count;
    }
    if (!trainable) {
      sums_.frozen += total;
      sums_.frozen_partition += partition * count;
      return;
    }
    sums_.largest_trained = std::max(sums_.largest_trained, numel);
    sums_.trainable += total;
    sums_.trainable_partition += partition * count;
    if (row_.tensor_bytes != nullptr) [[unlikely]]
      add_states(kind, divides_tensors_ ? partition : numel, count);
    squares_ += static_cast<double>(numel) * static_cast<double>(total);
  }

  [[nodiscard]] std::int64_t trainable() const { return sums_.trainable; }

  /// Adds a tensor that is multiplied in fp8.
  void add_fp8(const TensorKind& kind) {
    const auto [numel, count, ranks] = parallel_.local(kind);
    sums_.fp8 += numel * count;
    if (count == 0 || numel <= sums_.fp8_largest) return;
    const TensorSplit cut = traits_of(kind.role).split;
    const std::int64_t shared_by = parallel_.tensor.ranks;
    sums_.fp8_largest = numel;
    sums_.fp8_sides = kind.rows / (cut == TensorSplit::outputs ? shared_by : 1) +
                      kind.columns / (cut == TensorSplit::inputs ? shared_by : 1);
  }

  /// Adds the workspace of DoRA's norm for one target (PEFT tuners/lora/dora.py, DoraLinearLayer.forward):
  /// the weight in the model's type, the adapter's product with an identity matrix, that product scaled, and
  /// the sum.
  void add_dora(const TensorKind& kind) {
    const std::int64_t numel = parallel_.elements(kind);
    sums_.dora_workspace =
        std::max(sums_.dora_workspace, 4 * numel + size_product(kind.columns, kind.columns));
  }

  TensorSums sums(std::int64_t model_threshold) {
    if (sums_.trainable > 0) sums_.mean_at_border = squares_ / static_cast<double>(sums_.trainable);
    sums_.persistent = std::min(sums_.persistent, model_threshold);
    if (stepped_ > 0) sums_.states_of_element = states_ / stepped_;
    return sums_;
  }

 private:
  /// Counts a tensor that is an input of a matrix product, and a linear layer's tensor, which DeepSpeed tags
  /// (runtime/torch_autocast.py, LOWER_PRECISION_SAFE_MODULES); stacked experts are not tagged.
  void add_cast(const TensorKind& kind, bool trainable, std::int64_t total) {
    const TensorTraits& traits = traits_of(kind.role);
    const bool is_head =
        traits.part == ModelPart::head || (kind.role == TensorRole::embedding && has_tied_head_);
    if (kind.columns <= 1 || (traits.part != ModelPart::blocks && !is_head)) return;
    sums_.cast += total;
    if (trainable) sums_.cast_trained += total;
    if (traits.of_expert && stacks_experts_) return;
    sums_.tagged += total;
    if (trainable) sums_.tagged_trained += total;
  }

  void add_states(const TensorKind& kind, std::int64_t elements, std::int64_t count) {
    const auto equal = static_cast<double>(count);
    states_ += equal * row_.tensor_bytes(training_, facts_, stepped_tensor(kind, facts_, elements));
    stepped_ += equal * static_cast<double>(elements);
  }

  void add_quantized(const TensorKind& kind) {
    // Stacked experts are one parameter, which comes back to 16 bits as a whole.
    const bool is_stacked = parallel_.expert_layers > 0 && traits_of(kind.role).of_expert;
    const std::int64_t numel = is_stacked ? parallel_.stacked_elements(kind) : parallel_.elements(kind);
    const std::int64_t total =
        numel * (is_stacked ? parallel_.local(kind).count : parallel_.stage.count(kind));
    sums_.quantized += total;
    sums_.quantized_rows += total / std::max<std::int64_t>(1, kind.columns);
    sums_.largest_quantized = std::max(sums_.largest_quantized, numel);
  }

  void add_extra(const TensorKind& kind, bool trainable, std::int64_t total, std::int64_t partition) {
    sums_.largest_partition = std::max(sums_.largest_partition, partition);
    if (!parallel_.divides_experts(kind)) return;
    sums_.experts += total;
    if (trainable) sums_.trainable_experts += total;
  }

  const Parallelism& parallel_;
  const bool tags_types_, stacks_experts_, has_tied_head_;
  const Training& training_;
  const OptimizerRow& row_;
  const StateFacts& facts_;
  const bool divides_tensors_;
  const std::int64_t leaf_layers_;
  const bool has_divided_experts_ = parallel_.expert.ranks > 1;
  const std::int64_t weight_bytes_;
  const bool rounds_pinned_, pins_each_;
  std::int64_t smallest_swapped_, persistence_;
  double squares_ = 0;
  double states_ = 0, stepped_ = 0;  ///< bytes of states, and the number of elements they belong to
  TensorSums sums_;
};

void add_adapters(TensorSummer& summing, const TensorKind& kind, const Plan& plan) {
  const Architecture& shape = plan.model.architecture;
  for (const TensorKind& trained : AdapterTensors(plan.training, shape, kind))
    summing.add(trained, true);
  if (plan.training.lora.dora && has_adapter(plan.training, shape, kind.role)) summing.add_dora(kind);
}

/// Adds a critic, which is fully trained and has one output instead of a vocabulary. It shares the policy's
/// engine (TRL experimental/ppo/ppo_trainer.py, PolicyAndValueWrapper), or has one that alternates with it
/// (OpenRLHF trainer/ray/ppo_critic.py, verl workers/fsdp_workers.py, CriticWorker).
void add_critic(const Plan& plan, const Parallelism& parallel, TensorSummer& summing) {
  const RoleList roles = roles_of(plan);
  const Role* critic = roles.find(RoleName::critic);
  if (critic == nullptr || !critic->is_colocated()) return;
  const Model model = model_of_role(plan, RoleName::critic);
  const ModelTensors tensors(model);
  for (TensorKind kind : tensors.kinds()) {
    if (is_output_layer(kind.role)) continue;
    if (parallel.quantizes(kind)) kind.role = TensorRole::other;  // a role that is never quantised
    summing.add(kind, true);
  }
}

/// Returns one stage's share, on one rank, of `elements` of the whole model; the stage's tensors add up to
/// `here`.
std::int64_t part_of_stage(const Plan& plan, std::int64_t elements, std::int64_t here,
                           const Parallelism& parallel) {
  const ModelTensors tensors(plan.model);
  std::int64_t all = 0;
  for (const TensorKind& kind : tensors.kinds())
    all += parallel.elements(kind) * kind.count;
  return static_cast<std::int64_t>(static_cast<double>(elements) * static_cast<double>(here) /
                                   static_cast<double>(std::max<std::int64_t>(1, all)));
}

/// Replaces the sums for a model stated only by its parameter count, all trained. Its typical shape provides
/// only tensor sizes.
void use_stated_count(TensorSums& sums, const Plan& plan, const Parallelism& parallel) {
  const std::int64_t ranks = parallel.shard.ranks;
  std::int64_t count = ceil_div(plan.model.stated_parameters.value(), parallel.tensor.ranks);
  const std::int64_t shaped = std::max<std::int64_t>(1, sums.trainable + sums.frozen);
  if (!parallel.stage.is_whole()) count = part_of_stage(plan, count, shaped, parallel);
  if (plan.training.lora.rank > 0) {
    const std::int64_t whole = sums.frozen + sums.quantized - sums.quantized / parallel.packed;
    const double share = static_cast<double>(count) / static_cast<double>(std::max<std::int64_t>(1, whole));
    sums.frozen = std::llround(static_cast<double>(sums.frozen) * share);
    sums.quantized = static_cast<std::int64_t>(static_cast<double>(sums.quantized) * share);
    sums.frozen_partition = ceil_div(sums.frozen, ranks);
  } else {
    sums.trainable = count;
    sums.trainable_partition = ceil_div(count, ranks);
  }
  if (sums.cast > 0) [[unlikely]]
    for (std::int64_t* const sum : {&sums.cast, &sums.cast_trained, &sums.tagged, &sums.tagged_trained})
      *sum = static_cast<std::int64_t>(static_cast<double>(*sum) * static_cast<double>(count) /
                                       static_cast<double>(shaped));
  if (sums.fp8 > 0) [[unlikely]] {
    sums.fp8 = static_cast<std::int64_t>(static_cast<double>(sums.fp8) * static_cast<double>(count) /
                                         static_cast<double>(shaped));
    sums.fp8_largest = std::min(sums.fp8_largest, count);
  }
  sums.largest = std::min(sums.largest, count);
  sums.largest_trained = std::min(sums.largest_trained, count);
  sums.leaf = std::min(sums.leaf, count);
  sums.persistent = std::min(sums.persistent, count);
}

/// Moves `frozen` elements from trained to frozen: model.architecture.frozen_parameters.
void freeze(TensorSums& sums, std::int64_t frozen, std::int64_t ranks, int weight_bytes) {
  frozen = std::min(frozen, sums.trainable);
  if (frozen <= 0) return;
  sums.trainable -= frozen;
  sums.frozen += frozen;
  const std::int64_t partition = std::min(ceil_div(frozen, ranks), sums.trainable_partition);
  if (sums.pinned_partitions > 0 && sums.trainable_partition > 0) {
    const double share = static_cast<double>(partition) / static_cast<double>(sums.trainable_partition);
    const auto moved = static_cast<std::int64_t>(static_cast<double>(sums.pinned_partitions) * share);
    sums.pinned_partitions -= moved;
    sums.frozen_rounding += std::max<std::int64_t>(0, moved - partition * weight_bytes);
  }
  sums.trainable_partition -= partition;
  sums.frozen_partition += partition;
  sums.trainable_experts = std::min(sums.trainable_experts, sums.trainable);
  sums.cast_trained = std::min(sums.cast_trained, sums.trainable);
  sums.tagged_trained = std::min(sums.tagged_trained, sums.trainable);
}

}  // namespace

TensorSums sum_tensors(const Plan& plan, std::span<const TensorKind> kinds, const Conditions& conditions,
                       int weight_bytes) {
  const Parallelism& parallel = conditions.parallel;
  TensorSummer summing(plan, conditions, weight_bytes);
  const Lora& lora = plan.training.lora;
  const bool has_head = row_of(plan.training.method.method).has_head;
  const Fp8Row* const fp8 = multiplies_in_fp8(plan) ? &fp8_recipe(plan) : nullptr;
  for (const TensorKind& kind : kinds) {
    if (!has_head && is_output_layer(kind.role)) continue;
    summing.add(kind, kind.trainable && (lora.rank == 0 || traits_of(kind.role).part == ModelPart::vision));
    if (lora.rank > 0) add_adapters(summing, kind, plan);
    if (fp8 != nullptr && multiplies_in_fp8(kind, plan, *fp8)) [[unlikely]]
      summing.add_fp8(kind);
  }
  const std::int64_t of_policy = summing.trainable();
  if (row_of(plan.training.method.method).has_critic) [[unlikely]]
    add_critic(plan, parallel, summing);
  TensorSums sums = summing.sums(plan.zero.stage3_model_persistence_threshold);
  if (program_of(plan.training).critic_has_engine)
    sums.waiting = std::min(of_policy, sums.trainable - of_policy);
  if (plan.model.source == ModelSource::parameters) use_stated_count(sums, plan, parallel);
  std::int64_t frozen =
      lora.rank == 0 ? plan.model.architecture.frozen_parameters / parallel.tensor.ranks : 0;
  if (frozen > 0 && !parallel.stage.is_whole())
    frozen = part_of_stage(plan, frozen, sums.trainable, parallel);
  freeze(sums, frozen, parallel.shard.ranks, weight_bytes);
  return sums;
}

}  // namespace zp
