// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/not_counted.h"

#include <algorithm>
#include <variant>

#include "core/deepspeed/key_effects.h"
#include "core/deepspeed/schema.h"
#include "core/plan_file/plan_keys.h"
#include "core/rules/subject.h"
#include "core/text/json_text.h"
#include "core/text/python.h"

namespace zp {
namespace {

bool has_value(const TextNode& node, const std::string& standard) {
  if (node.is_boolean()) return standard == (node.boolean ? "true" : "false");
  if (node.is_number()) return number_in(standard) == node.number;
  return node.is_string() && string_in(standard) == node.text;
}

/// Returns true if DeepSpeed reads the key with the plan's release, stage and offload.
bool is_read(const Subject& subject, std::string_view path) {
  const SchemaKey* key = schema().find(path);
  return key == nullptr || (!key->refused && known_to(*key, subject.version()) && acts(*key, subject.plan));
}

/// Returns true if the value makes DeepSpeed behave differently than without the key.
bool acts_here(const Subject& subject, const TextNode& node, std::string_view path) {
  if (node.is_null() || node.is_auto() || !is_read(subject, path)) return false;
  if (node.is_object()) return !node.children.empty();
  const SchemaKey* key = schema().find(path);
  if (key == nullptr) return true;  // inside an object with arbitrary names
  const std::string& standard = default_of(*key, subject.version());
  if (node.is_array())  // an empty list differs from a default with entries
    return !node.children.empty() || (standard.starts_with('[') && standard != "[]");
  if (key->type.starts_with("object") && node.is_boolean()) return node.boolean;
  return !has_value(node, standard);
}

/// Returns true if the key at `path` or a key below it has an effect. Keys with a row of their own are
/// skipped.
bool any_acts(const Subject& subject, const TextNode& node, const std::string& path,
              const KeyEffectRow& row) {
  if (key_effect_of(path) != &row) return false;
  const bool is_key = schema().find(path) != nullptr || !node.is_object();
  if (is_key && acts_here(subject, node, path)) return true;
  return node.is_object() && std::ranges::any_of(node.children, [&](const TextNode& child) {
           return any_acts(subject, child, path + '.' + child.key, row);
         });
}

/// Returns the plan's own key of the same name; nullptr if the plan can only carry the key.
/// zero.leaf_modules, which is included in the figures, has a different name than leaf_module.
const PlanKey* own_key(std::string_view path) {
  const PlanKey* key = plan_key_of_config(path);
  const std::string_view name = path.substr(path.rfind('.') + 1);
  return key != nullptr && key->is_plain() && key->path.ends_with(name) ? key : nullptr;
}

bool is_on(const Subject& subject, std::string_view path) {
  if (!is_read(subject, path)) return false;
  if (const PlanKey* key = own_key(path); key != nullptr && key->kind == KeyKind::flag)
    return std::get<bool>(key->value(subject.plan));
  const TextNode* node = subject.carried(path);
  return node != nullptr && python::truthy(*node);
}

bool acts(const Subject& subject, const KeyEffectRow& row) {
  if (!row.switches.front().empty())
    return std::ranges::all_of(row.switches,
                               [&](std::string_view path) { return path.empty() || is_on(subject, path); });
  if (!row.below.empty() && !is_on(subject, row.below)) return false;
  if (const TextNode* node = subject.carried(row.covers))
    return any_acts(subject, *node, std::string(row.covers), row);
  const PlanKey* key = own_key(row.covers);
  return key != nullptr && is_read(subject, row.covers) &&
         key->value(subject.plan) != key->value(defaults_for(subject.plan));
}

/// Returns the rows that may apply to a plan without carried keys.
const std::vector<const KeyEffectRow*>& rows_of_own_keys() {
  static const std::vector<const KeyEffectRow*> rows = [] {
    std::vector<const KeyEffectRow*> found;
    for (const KeyEffectRow& row : key_effects())
      if (row.effect == KeyEffect::not_counted && own_key(row.covers) != nullptr) found.push_back(&row);
    return found;
  }();
  return rows;
}

std::string plan_path(std::string_view path) {
  constexpr std::string_view zero = "zero_optimization.";
  if (path.starts_with(zero)) return "zero." + std::string(path.substr(zero.size()));
  return "deepspeed_config." + std::string(path);
}

}  // namespace

std::vector<UncountedKey> not_counted(const PlanDocument& document) {
  std::vector<UncountedKey> found;
  const auto tell = [&](const Subject& subject, const KeyEffectRow& row) {
    if (row.effect == KeyEffect::not_counted && acts(subject, row))
      found.push_back({plan_path(row.key()), row.reason});
  };
  if (document.text.deepspeed_config.empty() && document.text.zero_extra.empty()) {
    const Subject subject(document.plan);
    for (const KeyEffectRow* row : rows_of_own_keys())
      tell(subject, *row);
    return found;
  }
  const CarriedKeys carried = carried_keys(document.text);
  const Subject subject(document.plan, &carried);
  for (const KeyEffectRow& row : key_effects())
    tell(subject, row);
  return found;
}

std::string sentence_of(const UncountedKey& key) { return key.path + ": " + std::string(key.reason); }

}  // namespace zp
