// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/architecture_fields.h"

#include <algorithm>
#include <array>

namespace zp {
namespace {

constexpr auto fields = std::to_array<ShapeField>({
    {.key = "block",
     .word = word_field<Architecture, &Architecture::block>(),
     .meaning = "Family of the block: llama is RMSNorm, a gated MLP and no biases; gpt is LayerNorm, a plain "
                "MLP, biases and learned positions."},
    {.key = "hidden_size",
     .count = &Architecture::hidden_size,
     .range = {1, 1e7},
     .is_required = true,
     .other_name = "hidden",
     .is_always_written = true,
     .meaning = "Width of the residual stream; has to be given."},
    {.key = "layers",
     .count = &Architecture::layers,
     .range = {1, 100'000},
     .is_required = true,
     .is_always_written = true,
     .meaning = "Number of blocks, of encoder and decoder together; has to be given."},
    {.key = "encoder_layers",
     .count = &Architecture::encoder_layers,
     .range = {0, 100'000},
     .meaning =
         "Number of the layers that belong to an encoder, which attend in both directions: all of them in "
         "BERT, half of them in T5, whose decoder's blocks attend to the encoder too; 0 = a decoder alone."},
    {.key = "attention_heads",
     .count = &Architecture::attention_heads,
     .range = {1, 1e5},
     .default_text = "hidden_size / 128",
     .other_name = "heads",
     .is_always_written = true,
     .meaning = "Query heads of a block."},
    {.key = "kv_heads",
     .count = &Architecture::kv_heads,
     .range = {1, 1e5},
     .default_text = "attention_heads",
     .meaning = "Key and value heads: fewer than attention_heads is grouped-query attention."},
    {.key = "head_dim",
     .count = &Architecture::head_dim,
     .range = {1, 1e5},
     .default_text = "hidden_size / attention_heads",
     .meaning = "Width of one head."},
    {.key = "intermediate_size",
     .count = &Architecture::intermediate_size,
     .default_text = "8/3 or 4 × hidden_size",
     .other_name = "intermediate",
     .is_always_written = true,
     .meaning = "Width of the MLP of a dense layer; absent: 8/3 of hidden_size in steps of 256 with a gated "
                "MLP, else 4 times it."},
    {.key = "vocab_size",
     .count = &Architecture::vocab_size,
     .range = {1, 1e8},
     .default_text = "32,000 or 50,257",
     .other_name = "vocab",
     .is_always_written = true,
     .meaning = "Entries of the vocabulary; absent: 32,000 for llama, 50,257 for gpt."},
    {.key = "tied_embeddings",
     .flag = &Architecture::tied_embeddings,
     .meaning = "The head shares the embedding's weights, which then count once."},
    {.key = "max_position_embeddings",
     .count = &Architecture::max_position_embeddings,
     .other_name = "max_seq",
     .meaning = "Longest sequence the model was made for; 0 = not stated."},
    {.key = "experts",
     .count = &Architecture::experts,
     .range = {0, 1e5},
     .meaning = "Routed experts of a layer; 0 = a dense model."},
    {.key = "experts_per_token",
     .count = &Architecture::experts_per_token,
     .range = {0, 1e5},
     .default_text = "2",
     .meaning = "Routed experts that one token visits; 2 if there are experts and nothing is stated."},
    {.key = "expert_intermediate_size",
     .count = &Architecture::expert_intermediate_size,
     .default_text = "intermediate_size",
     .other_name = "moe_intermediate",
     .meaning = "MLP width of one routed expert."},
    {.key = "other_parameters",
     .count = &Architecture::other_parameters,
     .range = {0, 1e15},
     .meaning = "Weights outside the decoder that model.vision does not include, such as an audio tower: "
                "counted as parameters, without activations."},
    {.key = "frozen_parameters",
     .count = &Architecture::frozen_parameters,
     .range = {0, 1e15},
     .meaning = "Number of parameters that are not trained: weights without gradient and optimizer state."},
    {.key = "shared_expert_intermediate",
     .count = &Architecture::shared_expert_intermediate_size,
     .other_name = "shared_expert_intermediate_size",
     .meaning = "MLP width of the experts every token visits, together."},
    {.key = "dense_layers",
     .count = &Architecture::dense_layers,
     .range = {0, 100'000},
     .meaning = "Leading layers without experts."},
    {.key = "dense_intermediate",
     .count = &Architecture::dense_intermediate_size,
     .default_text = "intermediate_size",
     .other_name = "dense_intermediate_size",
     .meaning = "MLP width of those."},
    {.key = "gated_mlp",
     .flag = &Architecture::gated_mlp,
     .default_text = "by block",
     .meaning = "Three MLP matrices rather than two."},
    {.key = "qkv_bias",
     .flag = &Architecture::qkv_bias,
     .default_text = "by block",
     .meaning = "Biases on query, key and value."},
    {.key = "attention_output_bias",
     .flag = &Architecture::attention_output_bias,
     .default_text = "by block",
     .meaning = "A bias on the attention's output."},
    {.key = "mlp_bias",
     .flag = &Architecture::mlp_bias,
     .default_text = "by block",
     .meaning = "Biases in the MLP."},
    {.key = "lm_head_bias",
     .flag = &Architecture::lm_head_bias,
     .meaning = "A bias on the language-model head."},
    {.key = "norm",
     .word = word_field<Architecture, &Architecture::norm>(),
     .default_text = "by block",
     .meaning = "Kind of normalisation, which decides its weights."},
    {.key = "norms_per_layer",
     .count = &Architecture::norms_per_layer,
     .range = {0, 16},
     .meaning = "Normalisations of one block."},
    {.key = "qk_norm",
     .word = word_field<Architecture, &Architecture::qk_norm>(),
     .meaning = "Normalisation of queries and keys: one weight of head_dim each, or over all heads."},
    {.key = "learned_positions",
     .count = &Architecture::learned_positions,
     .default_text = "by block",
     .meaning = "Rows of a learned position table; absent: max_position_embeddings for gpt, none for llama."},
    {.key = "embedding_norm",
     .flag = &Architecture::embedding_norm,
     .meaning = "A normalisation after the embedding."},
    {.key = "post_norm",
     .flag = &Architecture::post_norm,
     .meaning = "Normalisations follow the residual additions, with none at the end (BERT, BART)."},
    {.key = "final_logit_softcapping",
     .flag = &Architecture::final_logit_softcapping,
     .meaning = "The logits go through a tanh, as in Gemma 2: the tensor kept for its gradient is as large "
                "as the logits."},
    {.key = "attention_sinks",
     .flag = &Architecture::attention_sinks,
     .meaning = "One learned sink for each head."},
    {.key = "router_bias", .flag = &Architecture::router_bias, .meaning = "A bias on the router."},
    {.key = "expert_bias",
     .flag = &Architecture::expert_bias,
     .meaning = "Biases in the experts, which are stored fused."},
    {.key = "shared_expert_gate",
     .flag = &Architecture::shared_expert_gate,
     .meaning = "A gate in front of the shared expert."},
    {.key = "q_lora_rank",
     .count = &Architecture::q_lora_rank,
     .meaning = "Latent attention (MLA): rank of the query's compression, 0 = none."},
    {.key = "kv_lora_rank",
     .count = &Architecture::kv_lora_rank,
     .meaning = "Latent attention: rank of keys and values, 0 = ordinary attention."},
    {.key = "qk_nope_head_dim",
     .count = &Architecture::qk_nope_head_dim,
     .meaning = "Latent attention: head width without rotary positions."},
    {.key = "qk_rope_head_dim",
     .count = &Architecture::qk_rope_head_dim,
     .meaning = "Latent attention: head width with rotary positions."},
    {.key = "v_head_dim",
     .count = &Architecture::v_head_dim,
     .meaning = "Latent attention: width of a value head."},
});

}  // namespace

std::span<const ShapeField> architecture_fields() { return fields; }

std::span<const ShapeCount> architecture_counts() {
  static constexpr auto counts = [] {
    constexpr auto is_count = [](const ShapeField& field) { return field.count != nullptr; };
    std::array<ShapeCount, std::ranges::count_if(fields, is_count)> all{};
    auto next = all.begin();
    for (const ShapeField& field : fields)
      if (is_count(field)) *next++ = field.count;
    return all;
  }();
  return counts;
}

const ShapeField* find_architecture_field(std::string_view key) {
  const auto found = std::ranges::find(fields, key, &ShapeField::key);
  return found == fields.end() ? nullptr : &*found;
}

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
