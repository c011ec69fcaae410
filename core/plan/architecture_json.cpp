// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/architecture_json.h"

#include <algorithm>
#include <array>

#include "core/catalog/architecture_fields.h"
#include "core/plan/plan_reading.h"

namespace zp::plan_io {
namespace {

struct OtherName {
  std::string_view other, key;
};
/// Columns of the preset table and field names people carry over, and the key each stands for.
constexpr std::array<OtherName, 8> other_names = {{
    {"hidden", "hidden_size"},
    {"heads", "attention_heads"},
    {"intermediate", "intermediate_size"},
    {"vocab", "vocab_size"},
    {"max_seq", "max_position_embeddings"},
    {"moe_intermediate", "expert_intermediate_size"},
    {"shared_expert_intermediate_size", "shared_expert_intermediate"},
    {"dense_intermediate_size", "dense_intermediate"},
}};

/// The sizes a shape is named by: written even where they are what an absent key would mean.
constexpr std::array<std::string_view, 5> always_written = {"layers", "hidden_size", "attention_heads",
                                                            "intermediate_size", "vocab_size"};

std::string_view contract_name(std::string_view key) {
  const auto found = std::ranges::find(other_names, key, &OtherName::other);
  return found == other_names.end() ? key : found->key;
}

/// Sizes that neither a key nor complete() gives: what most models of the family have.
void fill_in_typical(const Json& object, Architecture& shape) {
  const std::int64_t hidden = shape.hidden_size;
  if (!object.contains("attention_heads"))
    for (const std::int64_t width : {128, 64, 1})
      if (hidden % width == 0) {
        shape.attention_heads = width == 1 ? 1 : hidden / width;
        break;
      }
  if (!object.contains("intermediate_size"))
    shape.intermediate_size = shape.gated_mlp ? (hidden * 8 / 3 + 255) / 256 * 256 : 4 * hidden;
  if (!object.contains("vocab_size")) shape.vocab_size = shape.block == Block::gpt ? 50'257 : 32'000;
  if (shape.has_experts() && !object.contains("experts_per_token"))
    shape.experts_per_token = std::min<std::int64_t>(2, shape.experts);
}

}  // namespace

void rename_architecture_keys(Json& root) {
  const Json* stated = value_at_path(root, "model.architecture");
  if (stated == nullptr) return;
  Json renamed = Json::object();
  for (const auto& [key, value] : as_object(*stated, "model.architecture").get_ref<const Json::object_t&>()) {
    const std::string_view name = contract_name(key);
    if (name != key && member(stated, name) != nullptr)
      fail(joined("model.architecture", key),
           "and model.architecture." + std::string(name) + " are the same size; keep one of the two.");
    renamed[std::string(name)] = value;
  }
  set_at_path(root, "model.architecture", std::move(renamed));
}

Architecture read_architecture(const Json& object, std::string_view path) {
  const auto word = [&](std::string_view key, std::span<const std::string_view> words) {
    const Json* value = member(&object, key);
    return value == nullptr ? std::string_view() : read_word(*value, joined(path, key), words);
  };
  const std::array blocks = {name_of(Block::llama), name_of(Block::gpt)};
  const std::array norms = {name_of(Norm::rmsnorm), name_of(Norm::layernorm),
                            name_of(Norm::layernorm_no_bias), name_of(Norm::layernorm_plain)};
  const std::array qk_norms = {name_of(QkNorm::none), name_of(QkNorm::head), name_of(QkNorm::full)};
  Architecture shape = default_architecture(block_named(word("block", blocks)).value_or(Block::llama));
  shape.norm = norm_named(word("norm", norms)).value_or(shape.norm);
  shape.qk_norm = qk_norm_named(word("qk_norm", qk_norms)).value_or(shape.qk_norm);
  for (const CountField& field : architecture_counts())
    if (const Json* value = member(&object, field.key))
      shape.*field.member = read_count(*value, joined(path, field.key), architecture_range(field.key));
  for (const FlagField& field : architecture_flags())
    if (const Json* value = member(&object, field.key))
      shape.*field.member = read_flag(*value, joined(path, field.key));
  for (std::string_view key : {"hidden_size", "layers"})
    if (!object.contains(key))
      fail(joined(path, key), "is missing; a shape needs at least hidden_size and layers.");
  fill_in_typical(object, shape);
  // A head size that does not come out whole is left at 0 for check() to name, not rounded.
  const bool is_whole = shape.head_dim > 0 || shape.hidden_size % shape.attention_heads == 0;
  complete(shape);
  if (!is_whole) shape.head_dim = 0;
  return shape;
}

Json write_architecture(const Architecture& shape) {
  Json object = Json::object();
  object["block"] = name_of(shape.block);
  object["norm"] = name_of(shape.norm);
  object["qk_norm"] = name_of(shape.qk_norm);
  for (const CountField& field : architecture_counts())
    if (architecture_range(field.key).holds(static_cast<double>(shape.*field.member)))
      object[std::string(field.key)] = shape.*field.member;
  for (const FlagField& field : architecture_flags())
    object[std::string(field.key)] = shape.*field.member;
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items())
    keys.push_back(key);
  for (const std::string& key : keys) {
    if (std::ranges::find(always_written, key) != always_written.end()) continue;
    Json without = object;
    without.erase(key);
    if (read_architecture(without, "model.architecture") == shape) object = std::move(without);
  }
  return object;
}

}  // namespace zp::plan_io
