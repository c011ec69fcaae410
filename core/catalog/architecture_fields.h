// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/catalog/architecture.h"
#include "core/units/range.h"

/// The one table of a shape's features: the catalog and the plan file read and write them, the plan checks
/// and explains them, by it. A new feature is a member of Architecture, a row here, and its use in
/// tensors.cpp or in memory/block_operations.cpp.
namespace zp {

/// An enumeration of a shape, by its words.
struct ShapeWord {
  std::span<const std::string_view> words = {};
  std::string_view (*value)(const Architecture&) = nullptr;
  void (*set)(Architecture&, std::string_view word) = nullptr;  ///< one of `words`
};

/// Exactly one of `count`, `flag` and `word` is there.
struct ShapeField {
  std::string_view key;  ///< below model.architecture
  std::int64_t Architecture::*count = nullptr;
  bool Architecture::*flag = nullptr;
  ShapeWord word = {};
  Range range = {0, 1e8};              ///< of a count
  bool is_required = false;            ///< a shape has to state it
  std::string_view default_text = {};  ///< where the default is not that of every llama
  std::string_view other_name = {};    ///< a name people carry over from elsewhere
  bool is_always_written = false;      ///< even where it is what an absent key would mean
  std::string_view meaning = {};       ///< one sentence
};
/// The keys of model.architecture, in the order in which they are written (docs/plan-file.md#all-keys).
std::span<const ShapeField> architecture_fields();
/// By key; nullptr when there is none.
const ShapeField* find_architecture_field(std::string_view key);

/// `learned_positions` before `complete`: one row for each of max_position_embeddings.
inline constexpr std::int64_t one_per_position = -1;

/// What absent keys of an architecture mean: llama is rmsnorm, a gated MLP and no biases; gpt is layernorm
/// with bias, a plain MLP, biases on every projection of the block and learned positions
/// (`one_per_position`). Sizes are 0. Call `complete` once the stated keys are in.
Architecture default_architecture(Block block);

/// Fills in, where 0, the sizes that follow from others: kv_heads (attention_heads), head_dim (hidden_size /
/// attention_heads), and with experts expert_intermediate_size and, with leading dense layers,
/// dense_intermediate_size (intermediate_size); and learned_positions where it is `one_per_position`.
/// Completing twice changes nothing.
void complete(Architecture& shape);

}  // namespace zp
