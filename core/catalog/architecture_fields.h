// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/catalog/architecture.h"
#include "core/catalog/shape_field.h"

/// The table of all features of a shape. The catalog and the plan file read and write a shape with it, and
/// the plan checks and describes a shape with it. A new feature needs a member of Architecture, a row here,
/// and its use in tensors.cpp or in activations/block_operations.cpp.
namespace zp {

using ShapeCount = std::int64_t Architecture::*;

/// One feature of a shape (core/catalog/shape_field.h).
using ShapeField = FieldOf<Architecture>;
/// Returns the keys of model.architecture in writing order (docs/plan-file.md#all-keys).
std::span<const ShapeField> architecture_fields();
/// Returns the rows that are counts, for loops over a shape's sizes.
std::span<const ShapeCount> architecture_counts();
/// Returns the row of a key, or nullptr if there is none.
const ShapeField* find_architecture_field(std::string_view key);

/// Value of `learned_positions` before `complete`: as many rows as max_position_embeddings.
inline constexpr std::int64_t one_per_position = -1;

/// Returns the default shape of a block family: llama has rmsnorm, a gated MLP and no biases; gpt has
/// layernorm with bias, a plain MLP, biases on every projection of the block and learned positions
/// (`one_per_position`). Sizes are 0. Call `complete` after setting the stated keys.
Architecture default_architecture(Block block);

/// Computes the sizes that are 0 and follow from others: kv_heads (attention_heads), head_dim (hidden_size /
/// attention_heads), with experts expert_intermediate_size and, with leading dense layers,
/// dense_intermediate_size (intermediate_size); also learned_positions if it is `one_per_position`. A second
/// call changes nothing.
void complete(Architecture& shape);

}  // namespace zp
