// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/config_draft.h"

#include <algorithm>

namespace zp {
namespace {

/// Records the plan key that a node and everything below it came from.
void name_origin(ConfigNode& node, const std::string& path) {
  node.plan_path = path;
  for (ConfigNode& child : node.children)
    name_origin(child, path + '.' + child.key);
}

/// Merges `from` into `into` recursively; for leaves, `from` takes precedence.
void merge(ConfigNode& into, const ConfigNode& from) {
  for (const ConfigNode& child : from.children) {
    const auto same = std::ranges::find(into.children, child.key, &ConfigNode::key);
    if (same == into.children.end())
      into.children.push_back(child);
    else if (same->is_object() && child.is_object())
      merge(*same, child);
    else
      *same = child;
  }
}

ConfigNode carried_keys(const PlanText& text, std::vector<Finding>& issues) {
  ConfigNode carried;
  const auto read = [&](const std::string& json_text, const char* origin) {
    ConfigNode node;
    if (json_text.empty()) return node;
    if (auto parsed = parse_config(json_text))
      node = std::move(*parsed);
    else
      issues.push_back({Severity::refused, "not_json", origin, std::string(origin) + " is not a JSON object.",
                        "Nothing of it is exported; correct it."});
    name_origin(node, origin);
    return node;
  };
  carried = read(text.deepspeed_config, "deepspeed_config");
  // "bfloat16" is read only if "bf16" is absent (runtime/precision_config.py:34-38); only one name is
  // written.
  if (const ConfigNode* legacy = carried.child("bfloat16")) {
    const ConfigNode section = *legacy;
    erase_node(carried, "bfloat16");
    if (section.is_object() && !carried.child("bf16")) merge(object_node(carried, "bf16"), section);
  }
  if (const ConfigNode extra = read(text.zero_extra, "zero"); !extra.children.empty())
    merge(object_node(carried, "zero_optimization"), extra);
  return carried;
}

}  // namespace

ConfigDraft::ConfigDraft(const PlanDocument& source)
    : document(source), plan(source.plan), carried(carried_keys(source.text, issues)) {}

Device ConfigDraft::optimizer_device() const {
  const Device device = plan.zero.offload_optimizer.device;
  if (plan.zero.stage < 1) return Device::none;
  return device == Device::nvme && plan.zero.stage < 3 ? Device::cpu : device;
}

Device ConfigDraft::param_device() const {
  return plan.zero.stage == 3 ? plan.zero.offload_param.device : Device::none;
}

void ConfigDraft::report(Severity severity, std::string_view code, std::string_view path, std::string message,
                         std::string fix) {
  issues.push_back({severity, std::string(code), std::string(path), std::move(message), std::move(fix)});
}

void ConfigDraft::set(std::string_view path, std::string json_text, std::string_view plan_path) {
  set_node(out, path, std::move(json_text), std::string(plan_path));
}

void ConfigDraft::set_default(std::string_view path, std::string fallback) {
  carry(*this, path);
  if (!find_node(out, path)) set_node(out, path, std::move(fallback), {});
}

}  // namespace zp
