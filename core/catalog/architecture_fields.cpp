// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/architecture_fields.h"

#include <algorithm>
#include <array>

namespace zp {
namespace {

constexpr std::array counts = {
    CountField{"layers", &Architecture::layers},
    CountField{"hidden_size", &Architecture::hidden_size},
    CountField{"attention_heads", &Architecture::attention_heads},
    CountField{"kv_heads", &Architecture::kv_heads},
    CountField{"head_dim", &Architecture::head_dim},
    CountField{"intermediate_size", &Architecture::intermediate_size},
    CountField{"vocab_size", &Architecture::vocab_size},
    CountField{"max_position_embeddings", &Architecture::max_position_embeddings},
    CountField{"learned_positions", &Architecture::learned_positions},
    CountField{"norms_per_layer", &Architecture::norms_per_layer},
    CountField{"experts", &Architecture::experts},
    CountField{"experts_per_token", &Architecture::experts_per_token},
    CountField{"expert_intermediate_size", &Architecture::expert_intermediate_size},
    CountField{"shared_expert_intermediate", &Architecture::shared_expert_intermediate_size},
    CountField{"dense_layers", &Architecture::dense_layers},
    CountField{"dense_intermediate", &Architecture::dense_intermediate_size},
    CountField{"q_lora_rank", &Architecture::q_lora_rank},
    CountField{"kv_lora_rank", &Architecture::kv_lora_rank},
    CountField{"qk_nope_head_dim", &Architecture::qk_nope_head_dim},
    CountField{"qk_rope_head_dim", &Architecture::qk_rope_head_dim},
    CountField{"v_head_dim", &Architecture::v_head_dim},
    CountField{"other_parameters", &Architecture::other_parameters},
    CountField{"frozen_parameters", &Architecture::frozen_parameters},
};

constexpr std::array flags = {
    FlagField{"tied_embeddings", &Architecture::tied_embeddings},
    FlagField{"gated_mlp", &Architecture::gated_mlp},
    FlagField{"qkv_bias", &Architecture::qkv_bias},
    FlagField{"attention_output_bias", &Architecture::attention_output_bias},
    FlagField{"mlp_bias", &Architecture::mlp_bias},
    FlagField{"lm_head_bias", &Architecture::lm_head_bias},
    FlagField{"embedding_norm", &Architecture::embedding_norm},
    FlagField{"attention_sinks", &Architecture::attention_sinks},
    FlagField{"router_bias", &Architecture::router_bias},
    FlagField{"expert_bias", &Architecture::expert_bias},
    FlagField{"shared_expert_gate", &Architecture::shared_expert_gate},
};

// In the order of the enumerators.
constexpr std::array<std::string_view, 2> block_names = {"llama", "gpt"};
constexpr std::array<std::string_view, 4> norm_names = {"rmsnorm", "layernorm", "layernorm-nobias",
                                                        "layernorm-noparam"};
constexpr std::array<std::string_view, 3> qk_norm_names = {"none", "head", "full"};

template <class Enum, std::size_t n>
std::optional<Enum> named(const std::array<std::string_view, n>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::span<const CountField> architecture_counts() { return counts; }
std::span<const FlagField> architecture_flags() { return flags; }

std::string_view name_of(Block block) { return block_names.at(static_cast<std::size_t>(block)); }
std::string_view name_of(Norm norm) { return norm_names.at(static_cast<std::size_t>(norm)); }
std::string_view name_of(QkNorm qk_norm) { return qk_norm_names.at(static_cast<std::size_t>(qk_norm)); }

std::optional<Block> block_named(std::string_view name) { return named<Block>(block_names, name); }
std::optional<Norm> norm_named(std::string_view name) { return named<Norm>(norm_names, name); }
std::optional<QkNorm> qk_norm_named(std::string_view name) { return named<QkNorm>(qk_norm_names, name); }

Architecture default_architecture(Block block) {
  Architecture shape;
  shape.block = block;
  if (block == Block::gpt) {
    shape.norm = Norm::layernorm;
    shape.gated_mlp = false;
    shape.qkv_bias = true;
    shape.attention_output_bias = true;
    shape.mlp_bias = true;
    shape.learned_positions = one_per_position;
  }
  return shape;
}

void complete(Architecture& shape) {
  if (shape.kv_heads == 0) shape.kv_heads = shape.attention_heads;
  if (shape.head_dim == 0 && shape.attention_heads > 0)
    shape.head_dim = shape.hidden_size / shape.attention_heads;
  if (shape.learned_positions == one_per_position) shape.learned_positions = shape.max_position_embeddings;
  if (!shape.has_experts()) return;
  if (shape.expert_intermediate_size == 0) shape.expert_intermediate_size = shape.intermediate_size;
  if (shape.dense_intermediate_size == 0 && shape.dense_layers > 0)
    shape.dense_intermediate_size = shape.intermediate_size;
}

}  // namespace zp
