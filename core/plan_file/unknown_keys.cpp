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

/// Returns a sentence that names the key of a tensor or plan that a user probably means by `path`; "" if
/// there is none.
std::string advice_at(const std::string& path) {
  if (!path.starts_with("model.tensors.")) return advice_on_key(path);
  const auto similar = similar_ids(key_part(path), {"shape", "count", "trainable", "name"}, 1);
  if (similar.empty()) return "";
  return "Write " + joined(std::string(section_part(path)), similar.front()) + " if that is what you meant.";
}

std::string fix_for(const std::string& section, const std::string& key) {
  const std::string path = joined(section, key);
  if (key.find('.') != std::string::npos && is_known_key(path))
    return "A key stands nested in its sections: put " + std::string(key_part(key)) + " into the object " +
           std::string(section_part(path)) + ".";
  if (std::string advice = advice_at(path); !advice.empty()) return advice;
  return "Remove it, or put it into deepspeed_config if DeepSpeed knows it.";
}

Finding issue_about(const std::string& section, const std::string& key) {
  const std::string path = joined(section, key);
  return {Severity::ignored, "unknown_plan_key", path,
          path + " is no key of a plan; it is kept and has no effect.", fix_for(section, key)};
}

/// Returns true for a path that can have keys below it: a section, or the list of tensors, whose entries are
/// addressed by index.
bool leads_down(const std::string& path) {
  return is_key_section(path) || path == "model.tensors" || path.starts_with("model.tensors.");
}

void collect(const Json& unknown, const std::string& section, std::vector<Finding>& issues) {
  const bool is_tensor = section.starts_with("model.tensors.");
  for (const auto& [key, value] : unknown.get_ref<const Json::object_t&>()) {
    if (section.empty() && (key == "$schema" || key == "scenarios"))
      continue;  // `$schema` is for editors, `scenarios` has other plans
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
