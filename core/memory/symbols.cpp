// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/symbols.h"

#include <algorithm>
#include <cmath>

#include "core/formula/arithmetic.h"
#include "core/formula/named.h"
#include "core/memory/basis.h"
#include "core/memory/ledger_symbols.h"
#include "core/plan/framework.h"

namespace zp {
namespace {

/// A partition smaller than this stays in host memory (max(1 MiB, aio.block_size), whose default is 1 MiB:
/// swap_tensor/partitioned_param_swapper.py, swap_tensor/optimizer_utils.py).
constexpr std::int64_t smallest_swapped_bytes = bytes_per_mib;

/// Muon trains the matrices inside the blocks; embeddings, head, norms and vectors go to its auxiliary Adam.
bool is_muon_matrix(const TensorKind& kind) {
  return kind.columns > 1 && traits_of(kind.role).part == ModelPart::blocks;
}

/// Layers whose expert block stage 3 gathers at once: as a leaf module, or because the stacked experts are
/// one module, whose own tensors are fetched together (partitioned_param_coordinator.py, fetch_sub_module).
std::int64_t layers_gathered_at_once(const Plan& plan, const FrameworkTraits& traits) {
  if (!traits.has_tensor_hooks) return 0;
  const LeafModules leaves = plan.zero.leaf_modules;
  const bool are_leaves =
      leaves == LeafModules::experts ||
      (leaves == LeafModules::automatic && has_leaves_by_default(plan.target.deepspeed_version));
  return are_leaves || plan.training.stacks_experts() ? plan.model.architecture.expert_layers() : 0;
}

class Summing {
 public:
  Summing(const Plan& plan, const Conditions& conditions, int weight_bytes)
      : parallel_(conditions.parallel),
        leaf_layers_(plan.model.architecture.has_experts() ? layers_gathered_at_once(plan, conditions.traits)
                                                           : 0),
        weight_bytes_(weight_bytes),
        pins_each_(plan.zero.offload_param.device == Device::cpu && plan.zero.offload_param.pin_memory),
        smallest_swapped_(ceil_div(smallest_swapped_bytes, weight_bytes)),
        persistence_(plan.zero.stage3_param_persistence_threshold) {}

  void add(const TensorKind& kind, bool trainable) {
    const auto [numel, count, ranks] = parallel_.local(kind);
    const std::int64_t total = numel * count;
    const std::int64_t partition = ceil_div(numel, ranks);
    sums_.largest = std::max(sums_.largest, numel);
    if (has_divided_experts_) add_apart(kind, trainable, total, partition);
    if (leaf_layers_ > 0 && is_of_expert_block(kind.role)) [[unlikely]]
      sums_.leaf += total / leaf_layers_;
    if (numel <= persistence_) sums_.persistent += total;
    if (partition >= smallest_swapped_) sums_.swapped_partition += partition * count;
    if (pins_each_) sums_.pinned_partitions += pinned_bytes(partition * weight_bytes_) * count;
    if (!trainable) {
      sums_.frozen += total;
      sums_.frozen_partition += partition * count;
      return;
    }
    sums_.largest_trained = std::max(sums_.largest_trained, numel);
    sums_.trainable += total;
    sums_.trainable_partition += partition * count;
    if (is_muon_matrix(kind)) sums_.matrices += total;
    squares_ += static_cast<double>(numel) * static_cast<double>(total);
  }

  TensorSums sums(std::int64_t model_threshold) {
    if (sums_.trainable > 0) sums_.mean_at_border = squares_ / static_cast<double>(sums_.trainable);
    sums_.persistent = std::min(sums_.persistent, model_threshold);
    return sums_;
  }

 private:
  void add_apart(const TensorKind& kind, bool trainable, std::int64_t total, std::int64_t partition) {
    sums_.largest_partition = std::max(sums_.largest_partition, partition);
    if (!parallel_.divides_experts(kind)) return;
    sums_.experts += total;
    if (trainable) sums_.trainable_experts += total;
  }

  const Parallelism& parallel_;
  const std::int64_t leaf_layers_;
  const bool has_divided_experts_ = parallel_.expert.ranks > 1;
  const std::int64_t weight_bytes_;
  const bool pins_each_;
  std::int64_t smallest_swapped_, persistence_;
  double squares_ = 0;
  TensorSums sums_;
};

void add_adapters(Summing& summing, const TensorKind& kind, const Lora& lora) {
  if ((traits_of(kind.role).lora_targets & lora.targets) == 0) return;
  summing.add(TensorKind{lora.rank, kind.columns, kind.count, TensorRole::lora_a, true}, true);
  summing.add(TensorKind{kind.rows, lora.rank, kind.count, TensorRole::lora_b, true}, true);
}

/// A bare count is trained in full and exactly; its typical shape only tells tensor sizes.
void use_stated_count(TensorSums& sums, const Plan& plan, const Parallelism& parallel) {
  const std::int64_t ranks = parallel.shard.ranks;
  const std::int64_t count = ceil_div(plan.model.stated_parameters.value(), parallel.tensor.ranks);
  const std::int64_t shaped = std::max<std::int64_t>(1, sums.trainable + sums.frozen);
  if (plan.training.lora.rank > 0) {
    sums.frozen = count;
    sums.frozen_partition = ceil_div(count, ranks);
  } else {
    sums.matrices = static_cast<std::int64_t>(static_cast<double>(sums.matrices) *
                                              static_cast<double>(count) / static_cast<double>(shaped));
    sums.trainable = count;
    sums.trainable_partition = ceil_div(count, ranks);
  }
  sums.largest = std::min(sums.largest, count);
  sums.largest_trained = std::min(sums.largest_trained, count);
  sums.leaf = std::min(sums.leaf, count);
  sums.persistent = std::min(sums.persistent, count);
}

/// model.architecture.frozen_parameters: a stated part of the weights that is not trained.
void freeze(TensorSums& sums, std::int64_t frozen, std::int64_t ranks) {
  frozen = std::min(frozen, sums.trainable);
  if (frozen <= 0) return;
  sums.trainable -= frozen;
  sums.frozen += frozen;
  const std::int64_t partition = std::min(ceil_div(frozen, ranks), sums.trainable_partition);
  sums.trainable_partition -= partition;
  sums.frozen_partition += partition;
  sums.matrices = std::min(sums.matrices, sums.trainable);
  sums.trainable_experts = std::min(sums.trainable_experts, sums.trainable);
}

TensorSums sum_tensors(const Plan& plan, std::span<const TensorKind> kinds, const Conditions& conditions,
                       int weight_bytes) {
  const Parallelism& parallel = conditions.parallel;
  Summing summing(plan, conditions, weight_bytes);
  const Lora& lora = plan.training.lora;
  for (const TensorKind& kind : kinds) {
    summing.add(kind, kind.trainable && lora.rank == 0);
    if (lora.rank > 0) add_adapters(summing, kind, lora);
  }
  TensorSums sums = summing.sums(plan.zero.stage3_model_persistence_threshold);
  if (plan.model.source == ModelSource::parameters) use_stated_count(sums, plan, parallel);
  if (lora.rank == 0)
    freeze(sums, plan.model.architecture.frozen_parameters / parallel.tensor.ranks, parallel.shard.ranks);
  return sums;
}

int bytes_of_dtype(AccumulationDtype dtype, int automatic) {
  switch (dtype) {
    case AccumulationDtype::fp32:
      return 4;
    case AccumulationDtype::bf16:
    case AccumulationDtype::fp16:
      return 2;
    case AccumulationDtype::automatic:
      break;
  }
  return automatic;
}

/// The parameters of divided experts are a group of their own, over the ranks that hold the same
/// (stage_1_and_2.py, _configure_moe_settings).
template <class N>
void pad(SymbolsIn<N>& s) {
  const N& experts = s.sums.trainable_experts;
  const bool are_apart = experts > 0;
  s.partition = padded_part(are_apart ? s.sums.trainable - experts : s.sums.trainable, s.ranks);
  s.padded = s.partition * s.ranks;
  if (!are_apart) return;
  const N of_experts = padded_part(experts, s.expert_ranks);
  s.partition += of_experts;
  s.padded += of_experts * s.expert_ranks;
}

/// What follows from the sums: the partition of one rank, and its sub-groups.
template <class N>
void set_partition(SymbolsIn<N>& s, const Plan& plan) {
  const N& trainable = s.sums.trainable;
  s.largest_partition = s.sums.experts > 0 ? s.sums.largest_partition : ceil_div(s.sums.largest, s.ranks);
  s.trained_partition =
      s.sums.experts > 0 ? s.sums.largest_partition : ceil_div(s.sums.largest_trained, s.ranks);
  s.padded = trainable;
  switch (plan.zero.stage) {
    case 0:
      s.partition = trainable;
      break;
    case 3:
      s.partition = s.sums.trainable_partition;
      break;
    default:
      pad(s);
  }
  // A sub-group closes after the tensor that reaches sub_group_size (stage3.py, _create_fp16_sub_groups).
  const N group = named<N>(sym::sub_group_size, std::max<std::int64_t>(1, plan.zero.sub_group_size));
  if (s.partition <= group) {
    s.sub_group = s.partition;
  } else {
    s.sub_group = min(s.partition, group + s.largest_partition);
    s.sub_groups = max(N(1), ceil_div(s.partition, s.sub_group));
  }
  // Sub-groups with an index below int((1 − ratio)·n) keep master and states on the GPU: the split is by
  // whole sub-groups (stage3.py:1049-1058).
  const double ratio = plan.zero.offload_optimizer.ratio;
  if (plan.zero.stage == 3 && s.optimizer_device == Device::cpu && ratio < 1) {
    const double kept = std::floor((1 - ratio) * value_of(as_double(s.sub_groups)));
    s.kept_by_ratio = min(s.partition, named<N>(sym::kept_sub_groups, kept) * s.sub_group);
  }
}

}  // namespace

Symbols symbols_of(const Plan& plan, std::span<const TensorKind> kinds) {
  const Training& training = plan.training;
  const Zero& zero = plan.zero;
  Symbols s;
  s.is_16_bit = training.precision != Precision::fp32;
  s.weight_bytes = s.is_16_bit ? 2 : 4;
  s.parallel = parallelism_of(plan);
  s.traits = traits_of(plan);
  s.ranks = s.parallel.shard.ranks;
  s.expert_ranks = s.parallel.expert_shard.ranks;
  s.gpus_per_node = std::max(1, plan.cluster.gpus_per_node);
  s.bucket = zero.reduce_bucket_size;
  s.accumulates = training.gradient_accumulation_steps > 1;
  s.accumulation_bytes = bytes_of_dtype(training.gradient_accumulation_dtype, s.weight_bytes);
  s.communication_bytes = bytes_of_dtype(training.communication_dtype, s.weight_bytes);
  if (training.sequence_parallel > 1 && zero.stage > 0 && zero.stage < 3)
    s.communication_bytes = 4;  // allreduce_bucket reduces in fp32 under sequence parallelism
  s.master_bytes = training.low_precision_master && s.is_16_bit ? 2 : 4;
  if (zero.stage > 0) s.optimizer_device = zero.offload_optimizer.device;
  if (zero.stage < 3 && s.optimizer_device == Device::nvme) s.optimizer_device = Device::cpu;
  s.offloads_optimizer = s.optimizer_device != Device::none;
  if (zero.stage == 3) s.parameter_device = zero.offload_param.device;
  s.has_fused_wrapper = zero.stage == 0 && s.is_16_bit && is_fused_adam(training);
  s.has_bf16_optimizer = zero.stage == 1 && training.precision == Precision::bf16 &&
                         s.accumulation_bytes == 4 && !s.offloads_optimizer;

  s.sums = sum_tensors(plan, kinds, s, s.weight_bytes);
  set_partition(s, plan);
  const double matrix_share =
      s.sums.trainable > 0 ? static_cast<double>(s.sums.matrices) / static_cast<double>(s.sums.trainable) : 0;
  const double muon_bytes = zero.stage == 0   ? 4
                            : zero.stage == 3 ? s.communication_bytes
                                              : s.accumulation_bytes;
  StateFacts facts{StateHome::gpu, s.weight_bytes, muon_bytes, matrix_share};
  s.state_bytes = optimizer_state_bytes(training, facts);
  facts.home = StateHome::cpu;
  s.host_state_bytes = optimizer_state_bytes(training, facts);
  return s;
}

SymbolsIn<Words> in_words(const Plan& plan, const Symbols& numbers) {
  SymbolsIn<Words> s;
  static_cast<Conditions&>(s) = numbers;
  const auto set = [](Words& member, const SymbolRow& row, auto value) { member = named<Words>(row, value); };
  set(s.sums.trainable, sym::trainable, numbers.sums.trainable);
  set(s.sums.frozen, sym::frozen, numbers.sums.frozen);
  set(s.sums.largest, sym::largest, numbers.sums.largest);
  set(s.sums.largest_trained, sym::largest_trained, numbers.sums.largest_trained);
  set(s.sums.trainable_partition, sym::trainable_partition, numbers.sums.trainable_partition);
  set(s.sums.frozen_partition, sym::frozen_partition, numbers.sums.frozen_partition);
  set(s.sums.persistent, sym::persistent, numbers.sums.persistent);
  set(s.sums.swapped_partition, sym::swapped_partition, numbers.sums.swapped_partition);
  set(s.sums.pinned_partitions, sym::pinned_partitions, numbers.sums.pinned_partitions);
  set(s.sums.mean_at_border, sym::mean_at_border, numbers.sums.mean_at_border);
  set(s.sums.experts, sym::expert_weights, numbers.sums.experts);
  set(s.sums.trainable_experts, sym::trainable_experts, numbers.sums.trainable_experts);
  set(s.sums.leaf, sym::leaf, numbers.sums.leaf);
  set(s.sums.largest_partition, sym::largest_partition, numbers.sums.largest_partition);
  set(s.ranks, sym::zero_ranks, numbers.ranks);
  set(s.expert_ranks, sym::expert_ranks, numbers.expert_ranks);
  set(s.gpus_per_node, sym::gpus, numbers.gpus_per_node);
  set(s.weight_bytes, sym::weight_bytes, numbers.weight_bytes);
  set(s.accumulation_bytes, sym::accumulation_bytes, numbers.accumulation_bytes);
  set(s.communication_bytes, sym::communication_bytes, numbers.communication_bytes);
  set(s.master_bytes, sym::master_bytes, numbers.master_bytes);
  set(s.state_bytes, sym::state_bytes, numbers.state_bytes);
  set(s.host_state_bytes, sym::host_state_bytes, numbers.host_state_bytes);
  set(s.bucket, sym::reduce_bucket, numbers.bucket);
  set_partition(s, plan);
  return s;
}

namespace {

/// Whole-model counts, tensor parallelism left out.
ModelSize size_of_kinds(const Plan& plan, std::span<const TensorKind> kinds) {
  std::int64_t total = 0, trainable = 0, largest = 0;
  for (const TensorKind& kind : kinds) {
    total += kind.total();
    if (kind.trainable) trainable += kind.total();
    largest = std::max(largest, kind.numel());
  }
  const Lora& lora = plan.training.lora;
  if (lora.rank > 0) {
    std::int64_t adapters = 0;
    for (const TensorKind& kind : kinds)
      if ((traits_of(kind.role).lora_targets & lora.targets) != 0)
        adapters += (kind.rows + kind.columns) * lora.rank * kind.count;
    return {Params(total + adapters), Params(adapters), Params(total + adapters), Params(largest)};
  }
  return {Params(total), Params(trainable), Params(total), Params(largest)};
}

}  // namespace

Symbols symbols_of(const Plan& plan) {
  const ModelTensors tensors(plan.model);
  return symbols_of(plan, tensors.kinds());
}

ModelSize model_size(const Plan& plan) {
  const ModelTensors tensors(plan.model);
  return model_size(plan, tensors.kinds());
}

ModelSize model_size(const Plan& plan, std::span<const TensorKind> kinds) {
  const Model& model = plan.model;
  ModelSize size = size_of_kinds(plan, kinds);
  if (model.source == ModelSource::tensors) return size;
  const Params adapters = plan.training.lora.rank > 0 ? size.trainable : Params(0);
  size.active = active_parameters(model.architecture, kinds) + adapters;
  if (model.source == ModelSource::parameters) {
    const Params stated = model.stated_parameters;
    size.active = stated + adapters;
    size.parameters = stated + adapters;
    if (plan.training.lora.rank == 0) size.trainable = stated;
    size.largest_tensor = std::min(size.largest_tensor, stated);
  }
  const Params frozen = std::min(Params(model.architecture.frozen_parameters), size.trainable);
  if (plan.training.lora.rank == 0) size.trainable -= frozen;
  return size;
}

}  // namespace zp
