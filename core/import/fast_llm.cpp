// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/fast_llm.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/import/program_keys_json.h"
#include "core/text/file_error.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

constexpr std::string_view mixer_section = "model.base_model.decoder.block.mixer.",
                           mlp_section = "model.base_model.decoder.block.mlp.";

std::string key_below(std::string_view section, std::string_view name) {
  return std::string(section) + std::string(name);
}

/// Returns a switch of a section; `otherwise` if the file does not state it.
bool switch_below(const FileKeys& keys, std::string_view section, std::string_view name, bool otherwise) {
  const FileKey* const key = find_key(keys, key_below(section, name));
  return key == nullptr ? otherwise : python::lax_bool(*key).value_or(otherwise);
}

/// Throws FileError for blocks of more than one kind and for mixers without attention.
void refuse_other_blocks(const FileKeys& keys) {
  const std::string order = word_at(keys, "model.base_model.decoder.type"),
                    kind = word_at(keys, key_below(mixer_section, "type"));
  if (order == "pattern")
    throw FileError("model.base_model.decoder",
                    "Its blocks follow a pattern of several kinds; a plan holds one shape for all.");
  if (!kind.empty() && kind != "attention")
    throw FileError(
        key_below(mixer_section, "type"),
        "Its blocks mix tokens by " + kind + "; a plan holds the shape of layers with attention.");
}

/// Sets the ZeRO stage; default 1.
void set_fast_llm_stage(FileKeys& keys, ProgramKeys& plan) {
  constexpr std::string_view name = "model.multi_stage.zero_stage",
                             gradients = "model.multi_stage.full_precision_gradients";
  const std::int64_t stage = number_at(keys, name);
  const FileKey* const stated = find_key(keys, name);
  const std::string evidence = stated != nullptr ? stated->spelling + ": " + value_words(*stated)
                                                 : "no zero_stage, whose default is 1";
  plan.set("training.framework", "fsdp", evidence);
  plan.set("training.sharding", stage == 3 ? "full" : stage == 2 ? "gradients" : "optimizer", evidence);
  if (stage >= 2) plan.set("training.fsdp_version", 2, evidence);
  take_keys(keys, plan, {name}, "training.sharding");
  if (const FileKey* const key = find_key(keys, gradients); key != nullptr && !is_on(keys, gradients)) {
    plan.set("training.types.reduced", "bf16", *key);
    remove_key(keys, gradients);
  }
  if (find_key(keys, "model.distributed.compute_dtype") == nullptr)
    plan.set("training.precision", "fp32", "no compute_dtype, whose default is fp32");
}

/// Reads the tokens of a micro batch (since 0.4: of documents packed side by side) and the micro batches of a
/// step.
void set_fast_llm_batch(FileKeys& keys, ProgramKeys& plan) {
  constexpr std::string_view tokens = "data.micro_batch_size", longest = "data.maximum_document_length";
  const std::int64_t all = number_at(keys, tokens), limit = number_at(keys, longest);
  if (all > 0) {
    const std::int64_t length = limit > 0 && limit < all && all % limit == 0 ? limit : all;
    plan.set("training.sequence_length", length, *find_key(keys, limit == length ? longest : tokens));
    plan.set("training.micro_batch_size", all / length, *find_key(keys, tokens));
    take_keys(keys, plan, {tokens}, "training.micro_batch_size");
    take_keys(keys, plan, {longest}, "training.sequence_length");
  }
  std::int64_t micro_batches = 1;
  const FileKey* stated = nullptr;
  for (const std::string_view name :
       {"schedule.depth_first_micro_batches", "schedule.breadth_first_micro_batches",
        "batch.depth_first_micro_batches", "batch.breadth_first_micro_batches"})
    if (const FileKey* const key = find_key(keys, name); key != nullptr && python::lax_count(key) > 0) {
      micro_batches = times(micro_batches, python::lax_count(key));
      stated = key;
    }
  if (stated != nullptr) plan.set("training.gradient_accumulation_steps", micro_batches, *stated);
  for (const std::string_view section : {"schedule.", "batch."})
    for (const std::string_view name : {"depth_first_micro_batches", "breadth_first_micro_batches"})
      take_keys(keys, plan, {key_below(section, name)}, "training.gradient_accumulation_steps");
}

}  // namespace

void read_fast_llm(FileKeys& keys, ProgramKeys& plan) {
  refuse_other_blocks(keys);
  set_fast_llm_stage(keys, plan);
  set_fast_llm_batch(keys, plan);
  plan.set("training.method", "pretrain", "fast-llm train");
  const std::string depth = word_at(keys, key_below(mlp_section, "recompute_level"));
  if (!depth.empty() && depth != "none") {
    const FileKey* const key = find_key(keys, key_below(mlp_section, "recompute_level"));
    plan.list_as_unread(
        *key, "Fast-LLM recomputes a part of the MLP, which a plan does not; its activations are larger.");
    remove_key(keys, key_below(mlp_section, "recompute_level"));
  }
}

void add_fast_llm_form(const FileKeys& keys, text_io::Json& shape) {
  constexpr std::int64_t usual_groups = 1, usual_head = 128, usual_width = 4096, usual_vocabulary = 49152;
  const auto add = [&shape](const char* name, std::int64_t otherwise) {
    if (!shape.contains(name)) shape[name] = otherwise;
  };
  shape["block"] = "gpt";
  add("kv_heads", usual_groups);
  add("head_dim", usual_head);
  add("intermediate_size", usual_width);
  add("vocab_size", usual_vocabulary);
  if (!shape.contains("tied_embeddings")) shape["tied_embeddings"] = false;
  shape["learned_positions"] = 0;
  shape["gated_mlp"] = switch_below(keys, mlp_section, "gated", false);
  const bool has_bias = switch_below(keys, mixer_section, "add_linear_biases", true);
  shape["qkv_bias"] = has_bias || switch_below(keys, mixer_section, "query_layer.bias.enabled", false);
  shape["attention_output_bias"] = has_bias;
  // Older files have one switch in `transformer` for both.
  const bool is_old = std::ranges::any_of(
      keys, [](const FileKey& key) { return key.spelling.starts_with("model.base_model.transformer."); });
  shape["mlp_bias"] = switch_below(keys, mlp_section, "add_linear_biases", is_old ? has_bias : true);
  const std::string norm = word_at(keys, "model.base_model.decoder.block.normalization.type");
  shape["norm"] = norm.find("rms") != std::string::npos ? "rmsnorm" : "layernorm";
  if (find_key(keys, key_below(mixer_section, "query_norm.type")) != nullptr) shape["qk_norm"] = "head";
  const std::int64_t shared = number_at(keys, key_below(mlp_section, "shared_experts"));
  if (shared > 0)
    shape["shared_expert_intermediate"] = times(shared, shape["intermediate_size"].get<std::int64_t>());
}

}  // namespace zp::import_io
