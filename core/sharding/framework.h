// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/plan/plan.h"

/// The differences between frameworks of data parallelism. The ledger and the clock ask here and never test
/// for a framework or a stage by name, because a stage means another thing in each framework.
namespace zp {

/// Unit that travels as one collective.
enum class MessageUnit : std::uint8_t { tensor, block, bucket };

/// Way in which the weights that the CPU optimizer has stepped become the GPU's 16-bit weights: written so by
/// the optimizer itself; read in fp32 by the GPU, one tile while the optimizer steps the next; converted by
/// PyTorch into a pageable or into a pinned buffer, and copied from there; or copied in fp32 and converted on
/// the GPU.
enum class HostWeights : std::uint8_t { fused, by_tiles, pageable, pinned, in_fp32 };

/// The facts of a plan's framework: what it partitions, what it moves between the ranks that share it, and
/// what it does meanwhile.
struct FrameworkTraits {
  // Everything that is not partitioned is whole on every rank.
  bool partitions_states = false;  ///< optimizer states and master weights
  bool partitions_gradients = false;
  bool partitions_weights = false;

  // Partitioned weights are gathered before use; if only the states are partitioned, once after the step.
  MessageUnit gathers_by = MessageUnit::tensor;
  bool gathers_for_backward = false;  ///< weights are dropped after the forward pass and gathered once more
  bool overlaps_gathers = false;
  bool keeps_small_tensors = false;    ///< those up to zero.stage3_param_persistence_threshold stay whole
  bool quantizes_weights = false;      ///< weights travel as int8
  bool has_tensor_hooks = false;       ///< Python runs before and after each tensor's use
  bool has_gradient_hooks = false;     ///< Python runs when a tensor's gradient is there
  bool counts_gradient_hooks = false;  ///< each gradient hook counts the tensors that are trained
  bool has_expert_leaves = false;      ///< Python gathers and reduces a block of experts as one module

  // Gradients.
  MessageUnit reduces_by = MessageUnit::bucket;
  std::int64_t bucket_elements = 0;       ///< elements of a gradient bucket
  bool reduces_every_micro_batch = true;  ///< else once a step, after the last micro batch
  bool all_reduces = true;          ///< every rank gets every sum; else each rank gets the sums of its part
  bool reduces_to_owners = false;   ///< each rank's slice is reduced by itself, to that rank
  bool overlaps_reduction = false;  ///< one bucket is reduced while the next is filled
  bool hides_reduction = false;     ///< and the backward pass goes on meanwhile
  bool waits_for_host_copies = false;  ///< in a step's last micro batch; nothing runs beside these copies
  bool converts_gradients_on_host = false;  ///< in the last micro batch, which copies them unconverted
  bool has_pageable_gradients = false;      ///< their buffers in host memory are pageable, not pinned
  bool quantizes_gradients = false;         ///< gradients travel as int4

  // Copies on the GPU, for collectives of many tensors.
  int gradient_copies = 0;       ///< times each gradient is read and written on its way
  bool copies_gathered = false;  ///< weights gathered together are split afterwards

  HostWeights host_weights = HostWeights::fused;

  bool autocasts = false;          ///< fp32 weights are cast for every pass; other operations stay fp32
  bool recomputes_needed = false;  ///< a block recomputes what its backward pass needs; else all of it
  bool is_tuned_by_zero = false;   ///< keys of `zero` beyond the stage have an effect

  bool operator==(const FrameworkTraits&) const = default;
};
FrameworkTraits traits_of(const Plan& plan);

/// Both name the paper or source that shows how the plan's framework gathers weights, or reduces gradients.
std::string_view source_of_gathers(const Plan& plan);
std::string_view source_of_reduction(const Plan& plan);

}  // namespace zp
