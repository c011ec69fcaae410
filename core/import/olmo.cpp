// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/olmo.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/import/program_keys_json.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

/// Returns the value of a switch; `otherwise` if the file does not state it.
bool switch_or(const FileKeys& keys, std::string_view name, bool otherwise) {
  const FileKey* const key = find_key(keys, name);
  return key == nullptr ? otherwise : python::lax_bool(*key).value_or(otherwise);
}

std::int64_t size_or(const FileKeys& keys, std::string_view name, std::int64_t otherwise) {
  const std::int64_t size = number_at(keys, name);
  return size > 0 ? size : otherwise;
}

/// Returns the number of tokens in a duration such as "2e12T"; 0 for another unit, or for more than a plan
/// can state.
double tokens_of(std::string_view duration) {
  constexpr double most = 1e18;
  if (!duration.ends_with('T')) return 0;
  duration.remove_suffix(1);
  double tokens = 0;
  const auto [end, error] = std::from_chars(duration.data(), duration.data() + duration.size(), tokens);
  const bool is_number = error == std::errc() && end == duration.data() + duration.size();
  return is_number && tokens <= most ? tokens : 0;
}

class OlmoReader {
 public:
  OlmoReader(FileKeys& keys, ProgramKeys& plan) : keys_(keys), plan_(plan) {}

  void read() {
    strategy();
    checkpoints();
    compiled();
    duration();
  }

 private:
  [[nodiscard]] std::string word(std::string_view name) const { return word_at(keys_, name); }
  void take(std::string_view name, const char* plan_key) { take_keys(keys_, plan_, {name}, plan_key); }

  void strategy() {
    const FileKey* const named = find_key(keys_, "distributed_strategy");
    const std::string way = named != nullptr ? word("distributed_strategy") : "fsdp";
    const std::string evidence =
        named != nullptr ? named->spelling + ": " + way : "no distributed_strategy, whose default is fsdp";
    plan_.set("training.framework", "fsdp", evidence);
    if (way != "fsdp") {
      plan_.set("training.sharding", "none", evidence);
      if (way == "single") {
        plan_.set("cluster.nodes", 1, evidence);
        plan_.set("cluster.gpus_per_node", 1, evidence);
      }
      take("distributed_strategy", "training.sharding");
      remove_section(keys_, "fsdp.");
      return;
    }
    constexpr std::string_view sharding = "fsdp.sharding_strategy", precision = "fsdp.precision",
                               wrapping = "fsdp.wrapping_strategy";
    const std::string shards = word(sharding);
    const bool keeps_weights = shards == "shard_grad_op" || shards == "_hybrid_shard_zero2";
    const FileKey* const from = find_key(keys_, sharding);
    const std::string shards_evidence = from != nullptr ? from->spelling + ": " + shards : evidence;
    plan_.set("training.sharding",
              shards == "no_shard" ? "none"
              : keeps_weights      ? "gradients"
                                   : "full",
              shards_evidence);
    plan_.set("training.fsdp_version", 1, evidence);
    if (shards.find("hybrid") != std::string::npos) {
      const Cluster cluster = plan_.document().plan.cluster;
      const std::int64_t copies =
          size_or(keys_, "fsdp.hybrid_sharding_num_model_replicas", std::max(cluster.nodes, 1));
      if (copies > 1 && cluster.ranks() % copies == 0)
        plan_.set("training.shard_ranks", cluster.ranks() / copies, shards_evidence);
    }
    const FileKey* const mixed = find_key(keys_, precision);
    if (mixed != nullptr && word(precision) == "mixed") plan_.set("training.types.reduced", "fp32", *mixed);
    const std::string wraps = word(wrapping);
    if (const FileKey* const key = find_key(keys_, wrapping)) {
      plan_.set("training.fsdp_wrap", wraps.find("and_size") != std::string::npos ? "all" : "blocks", *key);
      if (wraps != "by_block" && wraps != "by_block_and_size")
        plan_.note({Severity::ignored, "wrapping_not_known", "training.fsdp_wrap",
                    "FSDP wraps " + wraps + " here; a plan wraps each block.", ""});
    } else {
      plan_.set("training.fsdp_wrap", "none", "no fsdp.wrapping_strategy, whose default is one unit");
    }
    take("distributed_strategy", "training.sharding");
    take("fsdp.hybrid_sharding_num_model_replicas", "training.shard_ranks");
    for (const std::string_view name : {sharding, precision, wrapping})
      remove_key(keys_, name);
  }

  void checkpoints() {
    const FileKey* const key = find_key(keys_, "activation_checkpointing");
    if (key == nullptr) return;
    const std::string way = word("activation_checkpointing");
    const bool is_full = way == "whole_layer" || way == "true";
    const bool is_part = way.find("_in_") != std::string::npos;
    plan_.set("training.activation_checkpointing",
              is_full                 ? "full"
              : way == "fine_grained" ? "selective"
              : is_part               ? "full"
                                      : "none",
              *key);
    if (is_part)
      plan_.note({Severity::ignored, "some_blocks_recomputed", "training.activation_checkpointing",
                  "OLMo checkpoints " + way + " of the blocks; the plan checkpoints all, and takes less.",
                  ""});
    remove_key(keys_, "activation_checkpointing");
  }

  /// Reads torch.compile, which OLMo applies to each block (scripts/train.py).
  void compiled() {
    const auto is_of_compile = [](const FileKey& key) {
      return (key.key == "compile" || key.key.starts_with("compile.")) && !key.is_null();
    };
    const auto found = std::ranges::find_if(keys_, is_of_compile);
    const bool is_on_there =
        found != keys_.end() && !(found->key == "compile" && found->is_boolean() && !found->boolean);
    if (is_on_there) {
      const FileKey from = *found;
      plan_.set("training.fused_norm", true, from);
      plan_.set("training.fused_mlp", "fused", from);
    }
    std::erase_if(keys_, is_of_compile);
  }

  void duration() {
    const FileKey* const key = find_key(keys_, "max_steps");  // OLMo's key of the run's length
    if (key == nullptr) return;
    if (const double tokens = key->is_string() ? tokens_of(key->text) : 0; tokens > 0)
      plan_.set("training.tokens", static_cast<std::int64_t>(tokens), *key);
    else if (key->is_string())
      plan_.list_as_unread(*key, "How many tokens that is the data decide.");
    else
      return;  // in steps
    remove_key(keys_, "max_steps");
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
};

}  // namespace

void add_olmo_form(const FileKeys& keys, text_io::Json& shape) {
  shape["block"] = "gpt";
  const std::int64_t width = shape["hidden_size"].get<std::int64_t>();
  const FileKey* const activation = find_key(keys, "model.activation_type");
  const bool is_gated = activation == nullptr || lower_case(activation->text) == "swiglu";
  constexpr std::int64_t usual_ratio = 4, usual_length = 1024, usual_vocabulary = 50257;
  const std::int64_t products =
      size_or(keys, "model.mlp_hidden_size", times(size_or(keys, "model.mlp_ratio", usual_ratio), width));
  shape["gated_mlp"] = is_gated;
  shape["intermediate_size"] = is_gated ? products / 2 : products;
  shape["vocab_size"] =
      size_or(keys, "model.embedding_size", size_or(keys, "model.vocab_size", usual_vocabulary));
  shape["tied_embeddings"] = switch_or(keys, "model.weight_tying", true);
  if (switch_or(keys, "model.multi_query_attention", false)) shape["kv_heads"] = 1;
  const bool has_bias = switch_or(keys, "model.include_bias", true);
  for (const char* const name : {"qkv_bias", "attention_output_bias", "mlp_bias"})
    shape[name] = has_bias;
  const FileKey* const norm = find_key(keys, "model.layer_norm_type");
  const bool is_rms = norm != nullptr && norm->text == "rms";
  const bool has_weights = switch_or(keys, "model.layer_norm_with_affine", true);
  const bool has_norm_bias = switch_or(keys, "model.bias_for_layer_norm", has_bias);
  shape["norm"] = is_rms          ? "rmsnorm"
                  : !has_weights  ? "layernorm-noparam"
                  : has_norm_bias ? "layernorm"
                                  : "layernorm-nobias";
  const std::int64_t length = size_or(keys, "model.max_sequence_length", usual_length);
  const bool has_positions = !switch_or(keys, "model.rope", false) && !switch_or(keys, "model.alibi", false);
  shape["max_position_embeddings"] = length;
  shape["learned_positions"] = has_positions ? length : 0;
  shape["qk_norm"] = switch_or(keys, "model.attention_layer_norm", false) ? "full" : "none";
}

void read_olmo(FileKeys& keys, ProgramKeys& plan) { OlmoReader(keys, plan).read(); }

}  // namespace zp::import_io
