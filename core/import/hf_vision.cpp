// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <string>

#include "core/import/hf_families_json.h"
#include "core/import/hf_rules_json.h"

namespace zp::import_io {
namespace {

bool names(const Json& list, const Json* type) {
  return type != nullptr && std::ranges::find(list, *type) != list.end();
}

/// Returns the family of towers of a config; nullptr if the table has none.
const Json* tower_family(const Json& config, const Json& part, const Json& families) {
  const Json* whole = value_in(config, "model_type");
  const Json* tower = value_in(part, "model_type");
  for (const Json& family : families) {
    const Json* towers = text_io::member(&family, "towers");
    if (names(family["types"], whole) && (towers == nullptr || names(*towers, tower))) return &family;
  }
  return nullptr;
}

}  // namespace

Json vision_of(const Json& config, const Json& hidden_size, const Json& families) {
  const Json* part = value_in(config, "vision_config");
  if (part == nullptr || !part->is_object()) return {};
  const Json* family = tower_family(config, *part, families);
  if (family == nullptr) return {};
  Json keys = *part;
  keys["outer"] = config;
  const Json quantities = {{"text_hidden_size", hidden_size}};
  Json tower = Json::object();
  const RuleInput input{keys, tower, quantities};
  for (const auto& [field, rule] : (*family)["set"].items())
    if (Json value = evaluate(rule, input); !value.is_null()) tower[field] = std::move(value);
  return tower;
}

}  // namespace zp::import_io
