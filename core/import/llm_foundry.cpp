// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/llm_foundry.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/import/lora_targets.h"
#include "core/text/file_error.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

constexpr std::string_view foundry_attention = "model.attn_config.", foundry_mlp = "model.ffn_config.";

std::string foundry_key(std::string_view section, std::string_view name) {
  return std::string(section) + std::string(name);
}

/// A duration in Composer's notation: a number and its unit, "ba" for batches, "tok", "ep" or "sp".
struct ComposerTime {
  double number = 0;
  std::string unit;
};

std::optional<ComposerTime> composer_time_of(const FileKey& key) {
  if (!key.is_string()) return std::nullopt;
  std::string text;
  for (const char c : key.text)
    if (c != '_') text += c;
  ComposerTime time;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), time.number);
  if (error != std::errc()) return std::nullopt;
  time.unit = text.substr(static_cast<std::size_t>(end - text.data()));
  constexpr double most = 1e15;
  const bool is_count = time.number > 0 && time.number <= most && std::floor(time.number) == time.number;
  return is_count ? std::optional(time) : std::nullopt;
}

void make_composer_count(FileKey& key, double number) {
  key.kind = NodeKind::integer;
  key.number = number;
  key.integer = static_cast<std::int64_t>(number);
  key.text.clear();
}

class FoundryReader {
 public:
  FoundryReader(FileKeys& keys, ProgramKeys& plan) : keys_(keys), plan_(plan) {}

  void read() {
    refuse_encoder();
    read_method();
    read_sharding();
    read_checkpoints();
    read_adapters();
    if (const FileKey* const compiled = first_below("compile_config"))
      plan_.list_as_read(*compiled, "training.fused_norm");
  }

 private:
  [[nodiscard]] const FileKey* find(std::string_view name) const { return find_key(keys_, name); }
  [[nodiscard]] const FileKey* first_below(std::string_view section) const {
    const auto found = std::ranges::find_if(keys_, [section](const FileKey& key) {
      const bool is_it = key.key == section && !key.is_null();
      return is_it || (key.key.starts_with(section) && key.key.size() > section.size() &&
                       key.key[section.size()] == '.');
    });
    return found == keys_.end() ? nullptr : &*found;
  }
  void list_as_read(std::string_view name, const char* plan_key) {
    take_keys(keys_, plan_, {name}, plan_key);
  }

  void refuse_encoder() {
    const std::string name = word_at(keys_, "model.name");
    for (const std::string_view word : {"bert", "t5"})
      if (name.find(word) != std::string::npos)
        throw FileError("model.name", "model.name: " + name +
                                          " is a model with an encoder, whose shape is not read: state "
                                          "model.architecture with encoder_layers in a plan.");
  }

  void read_method() {
    constexpr std::string_view loader = "train_loader.name";
    const std::string word = word_at(keys_, loader);
    if (word == "text") plan_.set("training.method", "pretrain", *find(loader));
    if (word == "finetuning") plan_.set("training.method", "sft", *find(loader));
    if (word == "text" || word == "finetuning") list_as_read(loader, "training.method");
    constexpr std::string_view packs = "train_loader.dataset.packing_ratio";
    if (find(packs) != nullptr)
      plan_.set("training.batch_lengths", "fixed", *find(packs));
    else if (word == "finetuning")
      plan_.set("training.batch_lengths", "varying", "no packing_ratio");
    list_as_read(packs, "training.batch_lengths");
  }

  /// Reads Composer's FSDP; without that section, every GPU has whole states (mosaicml/composer
  /// composer/utils/parallelism.py, FSDPConfig).
  void read_sharding() {
    constexpr std::string_view strategy = "fsdp_config.sharding_strategy",
                               mixed = "fsdp_config.mixed_precision",
                               group = "fsdp_config.data_parallel_shard_degree";
    const FileKey* const section = first_below("fsdp_config");
    const std::string evidence = section != nullptr ? "section fsdp_config" : "no section fsdp_config";
    plan_.set("training.framework", "fsdp", evidence);
    if (section == nullptr) return plan_.set("training.sharding", "none", evidence);
    const FileKey* const stated = find(strategy);
    const std::string word = stated != nullptr ? lower_case(stated->text) : "full_shard";
    const bool keeps = word.find("grad_op") != std::string::npos || word.ends_with("zero2");
    const char* const sharding = word == "no_shard" ? "none" : keeps ? "gradients" : "full";
    if (stated != nullptr)
      plan_.set("training.sharding", sharding, *stated);
    else
      plan_.set("training.sharding", sharding, evidence);
    plan_.set("training.fsdp_version", 1, evidence);
    if (word.find("hybrid") != std::string::npos)
      plan_.set("training.shard_ranks", plan_.document().plan.cluster.gpus_per_node, *stated);
    if (number_at(keys_, group) > 0) plan_.set("training.shard_ranks", number_at(keys_, group), *find(group));
    list_as_read(strategy, "training.sharding");
    list_as_read(group, "training.shard_ranks");
    read_precision(mixed);
  }

  /// Reads mixed_precision: PURE reduces gradients in 16 bits, DEFAULT in fp32, and FULL also computes in
  /// fp32 (composer/distributed/mosaic_parallelism.py, get_mixed_precision).
  void read_precision(std::string_view mixed) {
    const FileKey* const key = find(mixed);
    const std::string word = key != nullptr ? lower_case(key->text) : "default";
    const std::string evidence = key != nullptr ? key->spelling + ": " + value_words(*key)
                                                : "no mixed_precision, whose default is DEFAULT";
    if (word == "full" || word == "default") plan_.set("training.types.reduced", "fp32", evidence);
    if (word == "full") plan_.set("training.types.gathered", "fp32", evidence);
    if (key != nullptr && word != "full" && word != "default" && word != "pure")
      plan_.list_as_unread(*key, "A plan has the words PURE, DEFAULT and FULL.");
    list_as_read(mixed, "training.types.reduced");
  }

  /// Reads checkpointing, which is off by default.
  void read_checkpoints() {
    constexpr std::string_view name = "fsdp_config.activation_checkpointing",
                               offload = "fsdp_config.activation_cpu_offload",
                               entry = "fsdp_config.activation_checkpointing_reentrant";
    const bool is_full = is_on(keys_, name);
    if (find(name) != nullptr)
      plan_.set("training.activation_checkpointing", is_full ? "full" : "none", *find(name));
    else
      plan_.set("training.activation_checkpointing", "none",
                "no activation_checkpointing, whose default is off");
    if (is_on(keys_, offload)) {
      if (is_full)
        plan_.set("training.checkpoints_on_host", true, *find(offload));
      else
        plan_.set("training.activation_offload", "streamed", *find(offload));
    }
    list_as_read(name, "training.activation_checkpointing");
    list_as_read(offload, "training.checkpoints_on_host");
    list_as_read(entry, "training.recompute");  // forced to false by llm-foundry
  }

  void read_adapters() {
    const FileKey* const rank = find("model.peft_config.r");
    if (python::lax_count(rank) > 0) {
      plan_.set("training.lora.rank", python::lax_count(rank), *rank);
      if (const FileKey* const modules = find("model.peft_config.target_modules")) {
        Json targets = Json::array();
        for (const std::string_view name : lora_targets(*modules).names)
          targets.push_back(name);
        if (!targets.empty()) plan_.set("training.lora.targets", targets, *modules);
      }
      if (const FileKey* const share = find("model.peft_config.lora_dropout"))
        if (const auto value = python::lax_float(*share)) plan_.set("training.lora.dropout", *value, *share);
    }
    close_adapters(keys_, plan_, "model.peft_config.");
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
};

}  // namespace

void name_foundry_times(FileKeys& keys) {
  for (FileKey& key : keys) {
    if (key.key != "max_duration" && key.key != "save_interval") continue;
    const auto time = composer_time_of(key);
    if (!time) continue;
    const bool is_length = key.key == "max_duration";
    if (time->unit == "ba") {
      if (is_length) key.key = "max_steps";
      make_composer_count(key, time->number);
    } else if (time->unit == "tok" && is_length) {
      key.key = "max_tokens";
      make_composer_count(key, time->number);
    }
  }
}

void read_foundry(FileKeys& keys, ProgramKeys& plan) { FoundryReader(keys, plan).read(); }

void add_foundry_form(const FileKeys& keys, text_io::Json& shape) {
  const auto text_at = [&keys](std::string_view section, std::string_view name) {
    return word_at(keys, foundry_key(section, name));
  };
  const auto switch_at = [&keys](const std::string& name, bool otherwise) {
    const FileKey* const key = find_key(keys, name);
    return key == nullptr ? otherwise : python::lax_bool(*key).value_or(otherwise);
  };
  constexpr std::int64_t usual_vocabulary = 50368, usual_ratio = 4, most_width = 1'000'000'000;
  shape["block"] = "gpt";
  if (!shape.contains("vocab_size")) shape["vocab_size"] = usual_vocabulary;
  const std::int64_t hidden = shape["hidden_size"].get<std::int64_t>();
  const FileKey* const ratio = find_key(keys, "model.expansion_ratio");
  const double times_hidden =
      ratio != nullptr ? python::lax_float(*ratio).value_or(usual_ratio) : usual_ratio;
  if (!shape.contains("intermediate_size")) {
    const double width = times_hidden * static_cast<double>(hidden);
    if (width >= 1 && width <= static_cast<double>(most_width))
      shape["intermediate_size"] = static_cast<std::int64_t>(width);
  }
  const bool has_no_bias = switch_at("model.no_bias", false);
  const std::string norm = text_at("model.", "norm_type");
  shape["norm"] = norm.find("rms") != std::string::npos ? "rmsnorm"
                  : has_no_bias                         ? "layernorm-nobias"
                                                        : "layernorm";
  shape["qkv_bias"] = switch_at("model.attention_bias", !has_no_bias);
  shape["attention_output_bias"] = !has_no_bias;
  shape["mlp_bias"] = !has_no_bias;
  shape["gated_mlp"] = text_at(foundry_mlp, "ffn_type").find("glu") != std::string::npos;
  shape["tied_embeddings"] = switch_at("model.tie_word_embeddings", true);
  const bool has_other_processes = is_on(keys, foundry_key(foundry_attention, "alibi")) ||
                                   is_on(keys, foundry_key(foundry_attention, "rope"));
  const std::int64_t length = number_at(keys, "model.max_seq_len");
  if (length > 0) shape["max_position_embeddings"] = length;
  shape["learned_positions"] =
      has_other_processes || !switch_at("model.learned_pos_emb", true) ? std::int64_t{0} : length;
  if (text_at(foundry_attention, "attn_type") == "multiquery_attention") shape["kv_heads"] = 1;
  if (is_on(keys, foundry_key(foundry_attention, "qk_ln"))) shape["qk_norm"] = "full";
}

}  // namespace zp::import_io
