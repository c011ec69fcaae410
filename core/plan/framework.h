// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/plan/plan.h"

/// What the frameworks of data parallelism do differently. The ledger and the clock ask here, and never for
/// a framework or for a stage by name: a stage means another thing in each of them.
namespace zp {

/// What travels as one collective.
enum class MessageUnit : std::uint8_t { tensor, block, bucket };

/// How the weights that the CPU optimizer has stepped become the GPU's of 16 bits: written so by the
/// optimizer itself; read in fp32 by the GPU, one tile while the optimizer steps the next; converted by
/// PyTorch into a pageable or into a pinned buffer, and copied from there; or copied in fp32 and converted on
/// the GPU.
enum class HostWeights : std::uint8_t { fused, by_tiles, pageable, pinned, in_fp32 };

/// What a plan's framework keeps in parts, moves between the ranks that share them, and does meanwhile.
struct FrameworkTraits {
  // Whole on every rank where it does not partition.
  bool partitions_states = false;  ///< optimizer states and master weights
  bool partitions_gradients = false;
  bool partitions_weights = false;

  // Weights in parts are gathered before use; where only the states are, once after the step.
  MessageUnit gathers_by = MessageUnit::tensor;
  bool gathers_for_backward = false;  ///< dropped after the forward pass and gathered once more
  bool overlaps_gathers = false;
  bool keeps_small_tensors = false;    ///< up to zero.stage3_param_persistence_threshold whole on every rank
  bool quantizes_weights = false;      ///< while they travel: int8
  bool has_tensor_hooks = false;       ///< Python runs before and after each tensor's use
  bool has_gradient_hooks = false;     ///< Python runs when a tensor's gradient is there
  bool counts_gradient_hooks = false;  ///< each of those counts the tensors that are trained
  bool has_expert_leaves = false;      ///< Python gathers and reduces a block of experts as one module

  // Gradients.
  MessageUnit reduces_by = MessageUnit::bucket;
  std::int64_t bucket_elements = 0;         ///< of a gradient bucket
  bool reduces_every_micro_batch = true;    ///< else once a step, after the last of them
  bool all_reduces = true;                  ///< every rank gets every sum; else each those of its part
  bool reduces_to_owners = false;           ///< each rank's slice by itself, to that rank
  bool overlaps_reduction = false;          ///< beside the backward pass
  bool waits_for_host_copies = false;       ///< those of a step's last micro batch; nothing runs beside them
  bool converts_gradients_on_host = false;  ///< those of the last micro batch, which go there as they are
  bool quantizes_gradients = false;         ///< while they travel: int4

  // Copies on the GPU, for collectives of many tensors.
  int gradient_copies = 0;       ///< times each gradient is read and written on its way
  bool copies_gathered = false;  ///< weights gathered together are cut apart afterwards

  HostWeights host_weights = HostWeights::fused;

  bool autocasts = false;          ///< fp32 weights, cast for every pass; what is no product runs in fp32
  bool recomputes_needed = false;  ///< of a checkpointed block, what its backward pass needs; else all of it
  bool is_tuned_by_zero = false;   ///< zero's keys beyond the stage mean something

  bool operator==(const FrameworkTraits&) const = default;
};
FrameworkTraits traits_of(const Plan& plan);

/// Where it is written or can be read how the plan's framework gathers weights, and reduces gradients.
std::string_view source_of_gathers(const Plan& plan);
std::string_view source_of_reduction(const Plan& plan);

}  // namespace zp
