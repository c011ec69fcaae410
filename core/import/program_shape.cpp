// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/program_shape.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "core/import/fast_llm.h"
#include "core/import/key_readers.h"
#include "core/import/llm_foundry.h"
#include "core/import/nanotron.h"
#include "core/import/olmo.h"
#include "core/import/program_keys_json.h"
#include "core/text/file_error.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

/// Rounds up to a multiple of `step`.
std::int64_t rounded_up(std::int64_t value, std::int64_t step) { return (value + step - 1) / step * step; }

/// Returns the width of GPT-NeoX's gated MLP (megatron/model/transformer.py, ParallelMLP): a third of
/// intermediate_size, rounded up to mlp_multiple_of. With mlp_type, Llama's width: two thirds of four times
/// the hidden size (LLaMAParallelMLP, until 2024).
std::int64_t neox_width(const FileKeys& keys, std::int64_t hidden) {
  const std::int64_t stated = number_at(keys, "intermediate_size");
  const std::int64_t whole = stated > 0 ? stated : 4 * hidden;
  const std::int64_t step = std::max<std::int64_t>(number_at(keys, "mlp_multiple_of"), 1);
  if (find_key(keys, "mlp_type") != nullptr && stated == 0) return rounded_up(hidden * 8 / 3, step);
  return rounded_up(whole * 2 / 3 / 2, step);
}

/// Returns the default width of Megatron-LM's gated MLP: two thirds of four hidden sizes, in steps of 64
/// (megatron/training/arguments.py, validate_args), or in FlagScale in steps of multiple_of.
std::int64_t megatron_width(const FileKeys& keys, std::int64_t hidden) {
  constexpr std::int64_t step = 64, most = 1'000'000'000;
  const std::int64_t whole = std::min(hidden, most) * 8 / 3, multiple = number_at(keys, "multiple_of");
  if (multiple <= 0) return std::max(whole / step * step, step);
  const FileKey* const factor = find_key(keys, "hidden_dim_multiplier");
  const double share = factor != nullptr ? python::lax_float(*factor).value_or(1) : 1;
  const double width = share > 0 ? static_cast<double>(whole) * share : static_cast<double>(whole);
  return rounded_up(static_cast<std::int64_t>(std::clamp(width, 1.0, static_cast<double>(most))),
                    std::min(multiple, most));
}

/// Adds NeMo's defaults (examples/nlp/language_modeling/conf/megatron_gpt_config.yaml).
void add_nemo_form(const FileKeys& keys, Json& shape) {
  shape["block"] = "gpt";
  if (!shape.contains("norm")) shape["norm"] = "layernorm";
  if (!shape.contains("gated_mlp")) shape["gated_mlp"] = false;
  if (!shape.contains("tied_embeddings")) shape["tied_embeddings"] = true;
  if (!shape.contains("learned_positions"))
    shape["learned_positions"] = number_at(keys, "max_position_embeddings");
  const bool has_bias = shape.value("qkv_bias", true);
  for (const char* const name : {"qkv_bias", "attention_output_bias", "mlp_bias"})
    shape[name] = has_bias;
}

/// Returns the number of leading layers without experts in a pattern of Megatron-Core, "([0]*3+[1]*58)" or
/// "[0]+[1]*26" (megatron/training/arguments.py, moe_freq_type); nullopt if layers of both kinds alternate.
std::optional<std::int64_t> dense_layers_in(std::string_view pattern) {
  if (pattern.starts_with('(') && pattern.ends_with(')')) pattern = pattern.substr(1, pattern.size() - 2);
  constexpr std::int64_t most = 100'000;
  std::int64_t dense = 0;
  bool has_experts = false;
  while (!pattern.empty()) {
    const std::size_t end = std::min(pattern.find('+'), pattern.size());
    std::string_view term = pattern.substr(0, end);
    pattern.remove_prefix(std::min(end + 1, pattern.size()));
    while (term.starts_with(' '))
      term.remove_prefix(1);
    const bool is_dense = term.starts_with("[0]"), is_expert = term.starts_with("[1]");
    if (!is_dense && !is_expert) return std::nullopt;
    constexpr std::size_t list = 3;
    std::int64_t repeats = 1;
    if (const std::size_t star = term.find('*'); star != std::string_view::npos) {
      TextNode number;
      number.kind = NodeKind::string;
      number.text = std::string(term.substr(star + 1));
      std::erase(number.text, ' ');
      repeats = python::lax_count(&number, most);
    } else if (term.find_first_not_of(' ', list) != std::string_view::npos) {
      return std::nullopt;
    }
    if (repeats == 0 || (is_dense && has_experts)) return std::nullopt;
    has_experts = has_experts || is_expert;
    if (is_dense) dense += repeats;
  }
  return has_experts ? std::optional(std::min(dense, most)) : std::nullopt;
}

struct ShapeKey {
  const char *theirs, *ours;
};
constexpr auto expert_keys =
    std::to_array<ShapeKey>({{"num_experts", "experts"},
                             {"moe_router_topk", "experts_per_token"},
                             {"moe_ffn_hidden_size", "expert_intermediate_size"},
                             {"moe_shared_expert_intermediate_size", "shared_expert_intermediate"}});

/// Adds Megatron-Core's experts. By default all layers have experts and each token uses two
/// (megatron/core/transformer/transformer_config.py: moe_layer_freq, moe_router_topk). Megatron-DeepSpeed has
/// experts in every second layer and no "moe_" options.
void add_megatron_experts(const FileKeys& keys, Json& shape) {
  const std::int64_t experts = number_at(keys, "num_experts");
  const bool is_core = std::ranges::any_of(keys, [](const FileKey& key) {
    return key.key.starts_with("moe_") || key.key == "expert_model_parallel_size";
  });
  const FileKey* const frequency = find_key(keys, "moe_layer_freq");  // -1 in MindSpeed-LLM: all layers
  const std::string words = frequency != nullptr ? value_words(*frequency) : "1";
  const auto dense = words == "1" || words == "-1" ? std::optional<std::int64_t>(0) : dense_layers_in(words);
  if (experts < 2 || !is_core || !dense) return;
  for (const ShapeKey& row : expert_keys)
    if (const std::int64_t number = number_at(keys, row.theirs); number > 0) shape[row.ours] = number;
  if (*dense > 0) shape["dense_layers"] = *dense;
}

constexpr auto latent_keys = std::to_array<ShapeKey>({{"q_lora_rank", "q_lora_rank"},
                                                      {"kv_lora_rank", "kv_lora_rank"},
                                                      {"qk_head_dim", "qk_nope_head_dim"},
                                                      {"qk_nope_head_dim", "qk_nope_head_dim"},
                                                      {"qk_pos_emb_head_dim", "qk_rope_head_dim"},
                                                      {"qk_rope_head_dim", "qk_rope_head_dim"},
                                                      {"v_head_dim", "v_head_dim"}});
/// Switches of Megatron-Core and MindSpeed-LLM for latent attention.
constexpr auto latent_switches =
    std::to_array<std::string_view>({"multi_latent_attention", "multi_head_latent_attention"});

/// Adds features of Megatron-Core's attention: latent keys and values, norms of queries and keys, and biases
/// only on their projections (FlagScale's add_qkv_bias).
void add_megatron_attention(const FileKeys& keys, Json& shape) {
  if (is_on(keys, "qk_layernorm")) shape["qk_norm"] = "head";
  if (is_on(keys, "add_qkv_bias")) shape["qkv_bias"] = true;
  if (std::ranges::none_of(latent_switches, [&](std::string_view name) { return is_on(keys, name); })) return;
  for (const ShapeKey& row : latent_keys)
    if (const std::int64_t number = number_at(keys, row.theirs); number > 0) shape[row.ours] = number;
  // megatron/core/transformer/transformer_config.py, MLATransformerConfig
  constexpr std::int64_t usual_rank = 512, usual_head = 128, usual_positions = 64;
  const auto add = [&shape](const char* name, std::int64_t number) {
    if (!shape.contains(name)) shape[name] = number;
  };
  add("kv_lora_rank", usual_rank);
  add("qk_nope_head_dim", usual_head);
  add("qk_rope_head_dim", usual_positions);
  add("v_head_dim", usual_head);
  shape["head_dim"] =
      shape["qk_nope_head_dim"].get<std::int64_t>() + shape["qk_rope_head_dim"].get<std::int64_t>();
  shape.erase("kv_heads");
  shape["qk_norm"] = "none";  // the norms of its compressed queries and keys are part of latent attention
}

/// Adds norm, activation and position encoding to the shape.
void add_form(const FileKeys& keys, Json& shape, const ProgramEntry& program) {
  if (program.id == "nanotron") return add_nanotron_form(keys, shape);
  if (program.id == "olmo") return add_olmo_form(keys, shape);
  if (program.id == "fast-llm") return add_fast_llm_form(keys, shape);
  if (program.id == "nemo") return add_nemo_form(keys, shape);
  if (program.id == "llm-foundry") return add_foundry_form(keys, shape);
  const FileKey* norm = find_key(keys, program.id == "gpt-neox" ? "norm" : "normalization");
  const FileKey* activation = find_key(keys, "activation");
  const FileKey* positions = find_key(keys, "pos_emb");
  const FileKey* const mlp = find_key(keys, "mlp_type");  // in GPT-NeoX until 2024 and its forks
  const bool is_gated = is_on(keys, "swiglu") ||
                        (activation != nullptr && activation->text.ends_with("glu")) ||
                        (mlp != nullptr && (mlp->text == "llama" || mlp->text == "gated"));
  const FileKey* const kind = find_key(keys, "position_embedding_type");  // of Megatron-LM
  const bool is_rotary = is_on(keys, "use_rotary_position_embeddings") ||
                         (positions != nullptr && positions->text == "rotary") ||
                         (kind != nullptr && (kind->text == "rope" || kind->text == "yarn"));
  shape["block"] = "gpt";
  shape["gated_mlp"] = is_gated;
  const std::string norm_word = norm != nullptr ? lower_case(norm->text) : std::string();
  shape["norm"] = norm_word.find("rms") != std::string::npos ? "rmsnorm" : "layernorm";
  if (is_rotary || positions != nullptr)
    shape["learned_positions"] = is_rotary ? 0 : number_at(keys, "max_position_embeddings");
  const bool is_neox = program.id == "gpt-neox";
  shape["tied_embeddings"] =
      is_neox ? !is_on(keys, "no_weight_tying") : !is_on(keys, "untie_embeddings_and_output_weights");
  const std::int64_t hidden = shape["hidden_size"].get<std::int64_t>();
  if (is_neox && is_gated) shape["intermediate_size"] = neox_width(keys, hidden);
  const FileKey* attention_bias = find_key(keys, "use_bias_in_attn_linear");
  const FileKey* mlp_bias = find_key(keys, "use_bias_in_mlp");
  const bool has_attention_bias = is_neox
                                      ? attention_bias == nullptr || is_on(keys, "use_bias_in_attn_linear")
                                      : !is_on(keys, "disable_bias_linear");
  shape["qkv_bias"] = has_attention_bias;
  shape["attention_output_bias"] = has_attention_bias;
  shape["mlp_bias"] = is_neox ? mlp_bias == nullptr || is_on(keys, "use_bias_in_mlp") : has_attention_bias;
  if (is_neox) return;
  if (is_gated && !shape.contains("intermediate_size"))
    shape["intermediate_size"] = megatron_width(keys, hidden);
  add_megatron_experts(keys, shape);
  add_megatron_attention(keys, shape);
}

constexpr std::string_view shape_path = "model.architecture.";

/// Reads GPT-NeoX's attention if all layers use flash attention, "[[[flash], 16]]"
/// (requirements/requirements-flashattention.txt: flash-attn 2).
void read_neox_attention(FileKeys& keys, ProgramKeys& plan) {
  const FileKey* const found = find_key(keys, "attention_config");
  if (plan.program().id != "gpt-neox" || found == nullptr) return;
  const FileKey key = *found;
  const std::string words = text_io::one_line(text_io::json_of(key));
  if (words.find("flash") == std::string::npos || words.find("global") != std::string::npos) return;
  plan.set("training.attention", "sdpa", key);
  plan.set("training.attention_kernel", "flash_2", key);
  remove_key(keys, "attention_config");
}

/// Refuses GPT-NeoX's layers without attention, "[[[mamba], 24]]", and adds a note on its experts.
void refuse_other_layers(const FileKeys& keys) {
  const FileKey* const layers = find_key(keys, "attention_config");
  const std::string words = layers != nullptr ? text_io::one_line(text_io::json_of(*layers)) : std::string();
  for (const char* kind : {"mamba", "rwkv", "gmlp", "hyena"})  // hyena: in savanna, a fork of GPT-NeoX
    if (words.find(kind) != std::string::npos)
      throw FileError("", "Its layers are of the kind " + std::string(kind) +
                              " (attention_config); a plan holds the shape of layers with attention.");
  if (find_key(keys, "encoder_seq_length") != nullptr && find_key(keys, "decoder_seq_length") != nullptr)
    throw FileError(
        "",
        "It trains an encoder and a decoder (encoder_seq_length, decoder_seq_length), whose shape is "
        "not read from Megatron's arguments: state model.architecture with encoder_layers in a plan.");
}

/// Adds a note on experts that the plan's shape does not describe.
void note_experts(const FileKeys& keys, const Json& shape, ProgramKeys& plan) {
  for (const std::string_view name : {"moe_num_experts", "num_experts"})
    if (const std::int64_t experts = number_at(keys, name); experts > 1 && !shape.contains("experts"))
      plan.note({Severity::ignored, "experts_not_known", "model.architecture",
                 "The model has " + std::to_string(experts) + " experts (" + std::string(name) +
                     "); the plan's shape is that of the dense model.",
                 "Set model.architecture.experts and its like."});
}

/// Lists the Megatron-LM arguments that add_form() read.
void take_form(FileKeys& keys, ProgramKeys& plan) {
  constexpr auto programs =
      std::to_array<std::string_view>({"megatron-lm", "megatron-deepspeed", "flagscale"});
  if (std::ranges::find(programs, plan.program().id) == programs.end()) return;
  struct FormKey {
    std::string_view name;
    const char* path;
  };
  constexpr auto rows =
      std::to_array<FormKey>({{"swiglu", "model.architecture.gated_mlp"},
                              {"normalization", "model.architecture.norm"},
                              {"disable_bias_linear", "model.architecture.mlp_bias"},
                              {"untie_embeddings_and_output_weights", "model.architecture.tied_embeddings"},
                              {"use_rotary_position_embeddings", "model.architecture.learned_positions"},
                              {"position_embedding_type", "model.architecture.learned_positions"},
                              {"no_position_embedding", "model.architecture.learned_positions"},
                              {"group_query_attention", "model.architecture.kv_heads"},
                              {"qk_layernorm", "model.architecture.qk_norm"},
                              {"add_qkv_bias", "model.architecture.qkv_bias"}});
  for (const auto& [name, path] : rows)
    take_keys(keys, plan, {name}, path);
  const Plan now = plan.document().plan;
  if (now.model.architecture.kv_lora_rank == 0) return;
  for (const std::string_view name : latent_switches)
    take_keys(keys, plan, {name}, "model.architecture.kv_lora_rank");
  for (const ShapeKey& row : latent_keys)
    take_keys(keys, plan, {row.theirs}, "model.architecture.kv_lora_rank");
}

}  // namespace

bool has_own_shape(const ProgramEntry& program) {
  constexpr auto ids =
      std::to_array<std::string_view>({"gpt-neox", "megatron-deepspeed", "megatron-lm", "flagscale", "nemo",
                                       "olmo", "nanotron", "fast-llm", "llm-foundry"});
  return std::ranges::find(ids, program.id) != ids.end();
}

bool states_shape(const FileKeys& keys, const ProgramEntry& program) {
  constexpr auto needed = std::to_array<std::string_view>({"layers", "hidden_size", "attention_heads"});
  return std::ranges::all_of(needed, [&](std::string_view member) {
    return std::ranges::any_of(keys, [&](const FileKey& key) {
      const auto rows = rows_of(program, key.key);
      return !rows.empty() && rows.front()->path == std::string(shape_path) + std::string(member) &&
             python::lax_count(&key) > 0;
    });
  });
}

void read_shape(FileKeys& keys, ProgramKeys& plan) {
  refuse_other_layers(keys);
  read_neox_attention(keys, plan);
  Json shape = Json::object();
  std::string evidence;
  for (const FileKey& key : keys)
    for (const ProgramKeyRow* row : rows_of(plan.program(), key.key)) {
      if (!row->path.starts_with(shape_path)) continue;
      const Reading reading = read_value(row->readers, key);
      if (reading.understood != Understood::value) continue;
      shape[row->path.substr(shape_path.size())] = reading.value;
      evidence += (evidence.empty() ? "" : ", ") + key.spelling + ": " + value_words(key);
    }
  const bool is_whole =
      shape.contains("layers") && shape.contains("hidden_size") && shape.contains("attention_heads");
  if (is_whole) {
    add_form(keys, shape, plan.program());
    note_experts(keys, shape, plan);
    plan.set("model", Json{{"architecture", shape}}, evidence);
    take_form(keys, plan);
    if (shape.contains("experts"))
      take_keys(keys, plan,
                {"num_experts", "moe_router_topk", "moe_ffn_hidden_size",
                 "moe_shared_expert_intermediate_size", "moe_layer_freq"},
                "model.architecture.experts");
    if (!shape.contains("vocab_size"))
      plan.note(
          {Severity::ignored, "vocabulary_not_known", "model.architecture.vocab_size",
           "The file states the model's shape without its vocabulary, which comes with the tokenizer: " +
               std::to_string(plan.document().plan.model.architecture.vocab_size) + " tokens are a guess.",
           "Set model.architecture.vocab_size, padded as the program pads it."});
  }
  for (const FileKey& key : keys)
    if (const auto rows = rows_of(plan.program(), key.key);
        is_whole && !rows.empty() && rows.front()->path.starts_with(shape_path))
      plan.list_as_read(key, rows.front()->path);
  std::erase_if(keys, [&](const FileKey& key) {
    const auto rows = rows_of(plan.program(), key.key);
    return is_whole && !rows.empty() && rows.front()->path.starts_with(shape_path);
  });
}

}  // namespace zp::import_io
