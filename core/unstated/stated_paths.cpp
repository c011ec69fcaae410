// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/stated_paths.h"

#include <algorithm>

#include "core/plan_file/program_defaults.h"
#include "core/text/letters.h"
#include "core/text/ordered_json.h"

namespace zp {
namespace {

using text_io::Json;

/// Adds the dotted paths of the object's members and, recursively, of their members.
void add_paths(const Json& object, const std::string& section, std::vector<std::string>& paths) {
  for (const auto& [key, value] : object.items()) {
    paths.push_back(joined(section, key));
    if (value.is_object()) add_paths(value, joined(section, key), paths);
  }
}

}  // namespace

StatedPaths::StatedPaths(const PlanDocument& document)
    : document_(document), defaults_(defaults_for(document.plan)) {
  for (const std::string* text : {&document.text.deepspeed_config, &document.text.imported_config})
    add_paths(text_io::object_of(*text), "", in_config_);
  std::ranges::sort(in_config_);
}

bool StatedPaths::is_in_config(const PlanKey& key) const {
  std::string_view names = key.deepspeed_key;
  while (!names.empty()) {
    const std::size_t comma = std::min(names.find(", "), names.size());
    const std::string_view name = names.substr(0, comma);
    if (std::ranges::binary_search(in_config_, name)) return true;
    names.remove_prefix(std::min(comma + 2, names.size()));
  }
  return false;
}

bool StatedPaths::has(std::string_view path) const {
  if (std::ranges::binary_search(document_.text.stated_defaults, path)) return true;
  const PlanKey* key = find_plan_key(path);
  const bool has_value = path == lora_targets_path || path == overlap_comm_path || key->is_plain();
  return (has_value && !has_same_value(path, document_.plan, defaults_)) || is_in_config(*key);
}

bool StatedPaths::has(const OpenSetting& setting) const {
  return has(setting.path) ||
         (setting.stated_elsewhere != nullptr && setting.stated_elsewhere(document_.plan));
}

}  // namespace zp
