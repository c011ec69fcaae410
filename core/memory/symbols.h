// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "core/memory/estimate.h"
#include "core/plan/parallelism.h"
#include "core/plan/plan.h"

/// The symbols the formulas are written in, computed once a plan. Internal to memory/ and to those that
/// explain it.
namespace zp {

/// What the weight tensors of one rank add up to, in elements. A rank's tensors are its tensor-parallel
/// share.
struct TensorSums {
  std::int64_t trainable = 0;            ///< P
  std::int64_t frozen = 0;               ///< F
  std::int64_t largest = 0;              ///< L, the largest tensor
  std::int64_t trainable_partition = 0;  ///< Σ ceil(numel/N) over trainable tensors (stage 3)
  std::int64_t frozen_partition = 0;     ///< Σ ceil(numel/N) over frozen tensors
  std::int64_t persistent = 0;           ///< ΣT: tensors of at most T elements
  std::int64_t swapped_partition = 0;    ///< of the partitions, those large enough to go to NVMe
  std::int64_t matrices = 0;             ///< trainable elements that Muon handles: hidden-layer matrices
  double mean_at_border = 0;  ///< Σ numel² / P: the expected size of a tensor a partition border cuts
};

/// Symbols of memory-truth §0; sizes in elements unless a name says bytes.
struct Symbols {
  Parallelism parallel;
  TensorSums sums;
  std::int64_t ranks = 1;  ///< N: ranks that share a partition (of one MiCS shard, where MiCS is on)
  std::int64_t world = 1;  ///< all data- and sequence-parallel ranks
  std::int64_t gpus_per_node = 1;
  int weight_bytes = 2;         ///< b
  int accumulation_bytes = 2;   ///< a
  int communication_bytes = 2;  ///< c
  int master_bytes = 4;         ///< m
  double state_bytes = 8;       ///< s on the GPU
  double host_state_bytes = 8;  ///< s in host memory
  std::int64_t bucket = 0;      ///< R
  std::int64_t partition = 0;   ///< padded elements of one rank's partition of P
  std::int64_t padded = 0;      ///< P padded to a multiple of 2N (stages 1 and 2), else P
  std::int64_t sub_group = 0;   ///< S: elements of the largest sub-group of a partition (stage 3)
  std::int64_t sub_groups = 1;  ///< their number
  std::int64_t kept_by_ratio =
      0;  ///< elements whose master and states stay on the GPU (offload_optimizer.ratio < 1)
  bool accumulates = false;  ///< more than one micro batch a step
  bool is_16_bit = true;
  bool offloads_optimizer = false;         ///< in effect: never at stage 0
  Device optimizer_device = Device::none;  ///< in effect: nvme below stage 3 is cpu
  Device parameter_device = Device::none;  ///< in effect: none below stage 3
  bool has_fused_wrapper = false;          ///< stage 0, 16 bit, FusedAdam: FP16_Optimizer
  bool has_bf16_optimizer = false;         ///< stage 1, bf16, fp32 accumulation, no offload: BF16_Optimizer
};

Symbols symbols_of(const Plan& plan);
/// The same from a tensor list already made: `kinds` are those of the plan's model.
Symbols symbols_of(const Plan& plan, std::span<const TensorKind> kinds);
ModelSize model_size(const Plan& plan, std::span<const TensorKind> kinds);

/// The weight tensors of a plan's model, whatever names it; `storage` holds them where they must be made.
std::span<const TensorKind> tensors_of(const Model& model, TensorList& storage);

}  // namespace zp
