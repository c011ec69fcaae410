// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/architecture_json.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/catalog/architecture_fields.h"
#include "core/plan_file/plan_reading.h"

namespace zp::plan_io {
namespace {

std::string_view contract_name(std::string_view key) {
  const auto found = std::ranges::find(architecture_fields(), key, &ShapeField::other_name);
  return found == architecture_fields().end() ? key : found->key;
}

/// Reads `field` into `shape` if `object` states it.
void read_feature(const Json& object, std::string_view path, const ShapeField& field, Architecture& shape) {
  const std::string key_path = joined(path, field.key);
  const Json* value = member(&object, field.key);
  if (value == nullptr) return;
  if (field.count != nullptr) {
    shape.*field.count = read_count(*value, key_path, field.range);
  } else if (field.flag != nullptr) {
    shape.*field.flag = read_flag(*value, key_path);
  } else {
    field.word.set(shape, read_word(*value, key_path, field.word.words));
  }
}

/// Fills in sizes that neither a key nor complete() gives, with values that most models of the family have.
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
  Architecture shape;
  read_feature(object, path, *find_architecture_field("block"), shape);
  shape = default_architecture(shape.block);
  for (const ShapeField& field : architecture_fields())
    read_feature(object, path, field, shape);
  for (const ShapeField& field : architecture_fields())
    if (field.is_required && !object.contains(field.key))
      fail(joined(path, field.key), "is missing; a shape needs at least hidden_size and layers.");
  fill_in_typical(object, shape);
  // A head size that is not a whole number is set to 0, which check() reports, instead of being rounded.
  const bool is_whole = shape.head_dim > 0 || shape.hidden_size % shape.attention_heads == 0;
  complete(shape);
  if (!is_whole) shape.head_dim = 0;
  return shape;
}

Json write_architecture(const Architecture& shape) {
  Json object = Json::object();
  for (const ShapeField& field : architecture_fields()) {
    const std::string key(field.key);
    if (field.flag != nullptr)
      object[key] = shape.*field.flag;
    else if (field.count == nullptr)
      object[key] = field.word.value(shape);
    else if (field.range.holds(static_cast<double>(shape.*field.count)))
      object[key] = shape.*field.count;
  }
  for (const ShapeField& field : architecture_fields()) {
    if (field.is_always_written) continue;
    Json without = object;
    without.erase(std::string(field.key));
    if (read_architecture(without, "model.architecture") == shape) object = std::move(without);
  }
  return object;
}

}  // namespace zp::plan_io
