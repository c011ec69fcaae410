// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/plan/plan.h"

/// The differences between data-parallel frameworks as data. Ledger and clock read these traits and never
/// test for a framework or stage by name, because a stage number has another meaning in each framework.
namespace zp {

/// Granularity of a collective.
enum class MessageUnit : std::uint8_t { tensor, block, bucket };

/// How weights that the CPU optimizer has stepped become the GPU's 16-bit weights. fused: the optimizer
/// itself writes 16 bits; by_tiles: fp32 tiles are copied while the next tile is stepped; pageable, pinned:
/// PyTorch converts into such a buffer, which is copied; in_fp32: copied in fp32 and converted on the GPU.
enum class HostWeights : std::uint8_t { fused, by_tiles, pageable, pinned, in_fp32 };

/// Facts about a plan's framework: what it partitions, what it sends between ranks, and what overlaps with
/// that.
struct FrameworkTraits {
  // Model states; those that are not partitioned are whole on every rank.
  bool partitions_states = false;  ///< optimizer states and master weights
  bool partitions_gradients = false;
  bool partitions_weights = false;

  // Partitioned weights are gathered before use; if only optimizer states are partitioned, once after the
  // step.
  MessageUnit gathers_by = MessageUnit::tensor;
  bool gathers_for_backward = false;  ///< weights are freed after forward and gathered again
  bool overlaps_gathers = false;
  bool keeps_small_tensors = false;    ///< tensors up to zero.stage3_param_persistence_threshold stay whole
  bool quantizes_weights = false;      ///< weights are sent as int8
  bool has_tensor_hooks = false;       ///< Python runs before and after each tensor's use
  bool has_gradient_hooks = false;     ///< Python runs when a tensor's gradient is ready
  bool counts_gradient_hooks = false;  ///< each gradient hook counts the trained tensors
  bool has_expert_leaves = false;      ///< a block of experts is gathered and reduced as one module

  // Gradients.
  MessageUnit reduces_by = MessageUnit::bucket;
  std::int64_t bucket_elements = 0;       ///< elements of a gradient bucket
  bool reduces_every_micro_batch = true;  ///< else once a step, after the last micro batch
  bool all_reduces = true;                ///< every rank gets the full sums; else only those of its part
  bool reduces_to_owners = false;         ///< each rank's slice is reduced separately, to that rank
  bool overlaps_reduction = false;        ///< one bucket is reduced while the next is filled
  bool hides_reduction = false;           ///< additionally, the backward pass continues meanwhile
  bool waits_for_host_copies = false;  ///< in a step's last micro batch; nothing overlaps with these copies
  bool converts_gradients_on_host = false;  ///< in the last micro batch, which copies them in 16 bits
  bool has_pageable_gradients = false;      ///< their host buffers are pageable, not pinned
  bool quantizes_gradients = false;         ///< gradients are sent as int4

  // Copies on the GPU for collectives over several tensors.
  int gradient_copies = 0;       ///< times that each gradient is read and written on its way
  bool copies_gathered = false;  ///< weights gathered in one buffer are copied out of it

  HostWeights host_weights = HostWeights::fused;

  bool autocasts = false;  ///< fp32 weights are cast for products in every pass, for nothing else
  /// A block recomputes only the tensors that its backward pass needs; else all.
  bool recomputes_needed = false;
  bool is_tuned_by_zero = false;  ///< keys of `zero` other than the stage have an effect

  bool operator==(const FrameworkTraits&) const = default;
};
FrameworkTraits traits_of(const Plan& plan);

/// Return the paper or source code that shows how the plan's framework gathers weights, or reduces gradients.
std::string_view source_of_gathers(const Plan& plan);
std::string_view source_of_reduction(const Plan& plan);

}  // namespace zp
