// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/vision_json.h"

#include <string>

#include "core/plan_file/plan_reading.h"

namespace zp::plan_io {
namespace {

constexpr std::string_view vision_section = "model.vision";

void read_part(const Json& object, const VisionField& field, VisionTower& tower) {
  const Json* value = member(&object, field.key);
  if (value == nullptr) return;
  const std::string path = joined(vision_section, field.key);
  if (field.count != nullptr)
    tower.*field.count = read_count(*value, path, field.range);
  else if (field.flag != nullptr)
    tower.*field.flag = read_flag(*value, path);
  else
    field.word.set(tower, read_word(*value, path, field.word.words));
}

Json value_of_part(const VisionField& field, const VisionTower& tower) {
  if (field.count != nullptr) return tower.*field.count;
  if (field.flag != nullptr) return tower.*field.flag;
  return field.word.value(tower);
}

}  // namespace

VisionTower read_vision(const Json& object, const VisionTower& base) {
  as_object(object, vision_section);
  VisionTower tower = base;
  for (const VisionField& field : vision_fields())
    read_part(object, field, tower);
  if (!tower.is_present()) return {};
  for (const VisionField& field : vision_fields())
    if (field.is_required && tower.*field.count == 0)
      fail(joined(vision_section, field.key),
           "is missing; a vision tower needs at least layers, hidden_size, attention_heads, "
           "intermediate_size and patch_size.");
  complete(tower);
  return tower;
}

Json write_vision(const VisionTower& tower, const VisionTower& base) {
  Json object = Json::object();
  if (!tower.is_present()) {
    object["layers"] = 0;
    return object;
  }
  for (const VisionField& field : vision_fields())
    if (const Json value = value_of_part(field, tower); value != value_of_part(field, base))
      object[std::string(field.key)] = value;
  return object;
}

}  // namespace zp::plan_io
