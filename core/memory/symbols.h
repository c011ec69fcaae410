// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>

#include "core/formula/arithmetic.h"
#include "core/memory/estimate.h"
#include "core/plan/optimizers.h"
#include "core/plan/plan.h"
#include "core/sharding/deep_compile.h"
#include "core/sharding/framework.h"
#include "core/sharding/offload_engine.h"
#include "core/sharding/parallelism.h"
#include "core/sharding/sharding.h"
#include "core/sharding/types_of.h"

/// Quantities that formulas use, computed once per plan. N is the number type of a formula: std::int64_t, or
/// Words, in which each quantity is a symbol or composed of symbols. Internal to memory/ and to the code that
/// explains it.
namespace zp {

template <class N>
using RealOf = std::conditional_t<std::is_same_v<N, Words>, Words, double>;
/// Number type for the bytes per element.
template <class N>
using EachOf = std::conditional_t<std::is_same_v<N, Words>, Words, int>;

/// Sums over the weight tensors of one rank, in elements, after tensor parallelism.
template <class N>
struct TensorSumsIn {
  N trainable = 0;            ///< P, elements that are trained
  N frozen = 0;               ///< F, frozen elements, quantised ones in their stored form
  N largest = 0;              ///< L, the largest tensor
  N quantized = 0;            ///< Q, number of weights that are stored quantised
  N quantized_rows = 0;       ///< number of outputs of quantised layers
  N largest_quantized = 0;    ///< the largest quantised tensor
  N dora_workspace = 0;       ///< elements that DoRA's norm of the largest target needs
  N largest_trained = 0;      ///< the largest tensor that has a gradient
  N waiting = 0;              ///< part of P that is idle while the other engine trains
  N trainable_partition = 0;  ///< Σ ceil(numel/N) over trainable tensors (stage 3)
  N frozen_partition = 0;     ///< Σ ceil(numel/N) over frozen tensors
  N persistent = 0;           ///< elements of tensors of at most stage3_param_persistence_threshold elements
  N swapped_partition = 0;    ///< elements of partitions large enough to go to NVMe
  N experts = 0;              ///< elements of experts that ranks divide among themselves
  N trainable_experts = 0;    ///< elements of P that belong to such experts
  N leaf = 0;                 ///< elements of an expert block that stage 3 gathers as a whole; else 0
  N largest_partition = 0;  ///< largest partition of one tensor if experts are divided; else ⌈L/N⌉ is used
  N pinned_partitions = 0;       ///< bytes of the partitions of trained weights, each pinned separately
  N frozen_rounding = 0;         ///< bytes by which pinning rounds the partitions of frozen weights up
  N fp8 = 0;                     ///< elements that are multiplied in fp8
  N fp8_largest = 0;             ///< elements of the largest tensor multiplied in fp8
  N fp8_sides = 0;               ///< sum of that tensor's inputs and outputs
  N cast = 0;                    ///< elements that torch_autocast casts for products
  N cast_trained = 0;            ///< of these, the trained ones
  N tagged = 0;                  ///< elements of linear layers, which travel in torch_autocast's type
  N tagged_trained = 0;          ///< of these, the trained ones
  RealOf<N> mean_at_border = 0;  ///< Σ numel² / P: mean size of a tensor cut by a partition border
  double states_of_element = 0;  ///< bytes of state per element if the optimizer's row has tensor_bytes
};
using TensorSums = TensorSumsIn<std::int64_t>;

/// Returns one rank's part of elements shared by `ranks` ranks. Stages 1 and 2 pad to a multiple of 2·ranks
/// (stage_1_and_2.py:347).
template <class N>
N padded_part(const N& elements, const N& ranks) {
  return 2 * ceil_div(elements, 2 * ranks);
}

/// Returns the bytes that pinned memory takes for a tensor of `bytes`: PyTorch's pinned allocator rounds each
/// request up to a power of two (aten/src/ATen/core/CachingHostAllocator.h; pytorch issue 95823).
inline std::int64_t pinned_bytes(std::int64_t bytes) {
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(bytes)));
}

/// Returns true if the allocator rounds pinned memory: since PyTorch 1.11 (the same issue). DeepSpeed before
/// 0.6 implies an older PyTorch.
inline bool rounds_pinned(const Plan& plan) {
  constexpr DeepSpeedVersion of_that_time{0, 6, 0};
  return plan.target.deepspeed_version >= of_that_time;
}

/// Facts of a plan that select its formulas.
struct Conditions {
  Parallelism parallel;
  FrameworkTraits traits;
  NumericTypes types;
  bool accumulates = false;  ///< more than one micro batch a step
  bool is_16_bit = true;
  bool offloads_optimizer = false;         ///< in effect: never at stage 0
  Device optimizer_device = Device::none;  ///< in effect: nvme below stage 3 is cpu
  Device parameter_device = Device::none;  ///< in effect: none below stage 3
  bool has_fused_wrapper = false;          ///< stage 0, 16 bit, FusedAdam: FP16_Optimizer
  bool optimizes_frozen = false;  ///< the engine also allocates master weights and states for frozen weights
  bool tags_types = false;        ///< DeepSpeed's torch_autocast over fp32 weights
  bool is_paged = false;          ///< optimizer states are in paged memory, which can move to the host
  bool has_bf16_optimizer = false;  ///< BF16_Optimizer: at stage 1 in fp32, or stage 0
  OffloadEngine engine = OffloadEngine::plain;
  bool cycles_weights = false;  ///< DeepCompile copies weights to the GPU for each pass and back
  bool parks_states = false;    ///< DeepCompile moves master and states to the host during the passes
  StateFacts state_facts;
};

/// The symbols of docs/memory.md#symbols; sizes in elements unless a name says bytes.
template <class N>
struct SymbolsIn : Conditions {
  TensorSumsIn<N> sums;
  N ranks = 1;  ///< N: ranks that share a partition (one MiCS shard if MiCS is on)
  N gpus_per_node = 1;
  EachOf<N> weight_bytes = 2;         ///< b, bytes per weight as used by modules
  EachOf<N> trained_bytes = 2;        ///< bytes per trained weight as stored
  EachOf<N> frozen_bytes = 2;         ///< bytes per frozen weight as stored
  EachOf<N> element_bytes = 2;        ///< e, bytes per activation element
  EachOf<N> accumulation_bytes = 2;   ///< a, bytes per accumulated gradient element
  EachOf<N> communication_bytes = 2;  ///< c, bytes per gradient element when sent
  EachOf<N> master_bytes = 4;         ///< m, bytes per master weight
  RealOf<N> state_bytes = 8.0;        ///< s, bytes of optimizer states per parameter on the GPU
  RealOf<N> host_state_bytes = 8.0;   ///< s in host memory
  N bucket = 0;                       ///< R, elements of one gradient bucket
  N partition = 0;                    ///< padded elements of one rank's partition of P
  N padded = 0;                       ///< P padded to a multiple of 2N (stages 1 and 2), else P
  N trained_at_once = 0;              ///< elements of P trained together: all, unless engines take turns
  N partition_at_once = 0;            ///< elements of the partition trained together
  N expert_ranks = 1;                 ///< ranks that hold the same experts
  N largest_partition = 0;            ///< largest partition of one tensor
  N trained_partition = 0;            ///< largest partition of one trained tensor
  N sub_group = 0;                    ///< elements of the largest sub-group of a partition (stage 3)
  N sub_groups = 1;                   ///< number of sub-groups
  N kept_by_ratio = 0;                ///< elements with states kept on the GPU (offload_optimizer.ratio < 1)
  /// DeepCompile: bytes of master weights and states that its pass keeps on the GPU, and bytes of moved
  /// states that return only after the backward pass.
  N kept_states = 0;
  std::int64_t states_after_backward = 0;
  RealOf<N> kept_activations = 0.0;  ///< bytes of saved tensors that DeepCompile's pass keeps on the GPU
};
using Symbols = SymbolsIn<std::int64_t>;

/// Returns the symbols of a plan; with a pipeline, those of the first stage.
Symbols symbols_of(const Plan& plan);
/// Returns the symbols of one stage; `kinds` are the tensors of the plan's model.
Symbols symbols_of(const Plan& plan, std::span<const TensorKind> kinds, const PipelineStage& stage);
/// Returns these quantities as formula symbols.
SymbolsIn<Words> in_words(const Plan& plan, const Symbols& symbols);

/// Returns the sums over one rank's tensors. Of `conditions`, only the groups of ranks, the framework's
/// traits and the facts about states are read.
TensorSums sum_tensors(const Plan& plan, std::span<const TensorKind> kinds, const Conditions& conditions,
                       int weight_bytes);

ModelSize model_size(const Plan& plan, std::span<const TensorKind> kinds);

}  // namespace zp
