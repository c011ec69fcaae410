// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/plan_file/meant_keys.h"
#include "core/plan_file/plan_keys.h"
#include "core/plan_file/plan_reading.h"
#include "core/text/letters.h"

namespace zp {

using namespace plan_io;

namespace {

/// Returns the names of the known keys at the level of `section`.
std::vector<std::string> known_beside(const std::string& section) {
  if (section.starts_with("model.tensors.")) return {"shape", "count", "trainable", "name"};
  std::vector<std::string> names;
  for (const PlanKey& key : plan_keys()) {
    if (!section.empty() && !key.path.starts_with(section + ".")) continue;
    const std::string rest = key.path.substr(section.empty() ? 0 : section.size() + 1);
    const std::string name = rest.substr(0, rest.find('.'));
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  return names;
}

std::string fix_for(const std::string& section, const std::string& key) {
  constexpr std::size_t shortest_typo = 3;
  const std::string path = joined(section, key);
  if (key.find('.') != std::string::npos && is_known_key(path))
    return "A key stands nested in its sections: put " + std::string(key_part(key)) + " into the object " +
           std::string(section_part(path)) + ".";
  const auto similar =
      key.size() < shortest_typo ? std::vector<std::string>() : similar_ids(key, known_beside(section), 1);
  if (!similar.empty()) return "Write " + joined(section, similar.front()) + " if that is what you meant.";
  if (const std::string meant = key_of_meaning(path); !meant.empty())
    return "Write " + meant + " if that is what you meant.";
  return "Remove it, or put it into deepspeed_config if DeepSpeed knows it.";
}

Finding issue_about(const std::string& section, const std::string& key) {
  const std::string path = joined(section, key);
  return {Severity::ignored, "unknown_plan_key", path,
          path + " is no key of a plan; it is kept and has no effect.", fix_for(section, key)};
}

/// Returns true for a path with keys below it: a section, or the list of tensors, whose entries are addressed
/// by position.
bool leads_down(const std::string& path) {
  return is_key_section(path) || path == "model.tensors" || path.starts_with("model.tensors.");
}

void collect(const Json& unknown, const std::string& section, std::vector<Finding>& issues) {
  const bool is_tensor = section.starts_with("model.tensors.");
  for (const auto& [key, value] : unknown.get_ref<const Json::object_t&>()) {
    if (section.empty() && (key == "$schema" || key == "scenarios")) continue;  // for editors; other plans
    const std::string path = joined(section, key);
    if (!is_tensor && value.is_object() && leads_down(path) && key.find('.') == std::string::npos)
      collect(value, path, issues);
    else
      issues.push_back(issue_about(section, key));
  }
}

}  // namespace

std::vector<Finding> unknown_keys(const PlanText& text) {
  std::vector<Finding> issues;
  collect(object_of(text.unknown), "", issues);
  return issues;
}

}  // namespace zp
