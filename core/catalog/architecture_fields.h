// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/catalog/architecture.h"

/// The one table of the numeric and boolean fields of Architecture by their plan-file names, so that the
/// catalog and the plan file read and write the same keys, and what those keys mean where they are absent.
/// Enumerated fields (block, norm, qk_norm) have their own names.
namespace zp {

struct CountField {
  std::string_view key;
  std::int64_t Architecture::*member;
};
struct FlagField {
  std::string_view key;
  bool Architecture::*member;
};
std::span<const CountField> architecture_counts();
std::span<const FlagField> architecture_flags();

std::string_view name_of(Block block);  ///< "llama", "gpt"
std::string_view name_of(Norm norm);    ///< "rmsnorm", "layernorm", "layernorm-nobias", "layernorm-noparam"
std::string_view name_of(QkNorm qk_norm);  ///< "none", "head", "full"

/// The value with that name (as `name_of` gives it), or nothing.
std::optional<Block> block_named(std::string_view name);
std::optional<Norm> norm_named(std::string_view name);
std::optional<QkNorm> qk_norm_named(std::string_view name);

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
