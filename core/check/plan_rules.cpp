// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/plan_rules.h"

#include <algorithm>
#include <array>

#include "core/rules/check_plan.h"
#include "core/rules/rule.h"

namespace zp::config_check {
namespace {

/// A key of the plan, or the start of several, and what it is called in a file.
struct KeyName {
  std::string_view plan, file;
};
constexpr std::array<KeyName, 11> key_names = {
    {{"deepspeed_config.", ""},
     {"zero.leaf_modules", "zero_optimization.leaf_module"},
     {"zero.", "zero_optimization."},
     {"training.precision", "bf16.enabled"},
     {"training.optimizer", "optimizer.type"},
     {"training.gradient_accumulation_dtype", "data_types.grad_accum_dtype"},
     {"training.tensor_parallel", "tensor_parallel.autotp_size"},
     {"training.sequence_parallel", "sequence_parallel_size"},
     {"training.micro_batch_size", "train_micro_batch_size_per_gpu"},
     {"training.gradient_accumulation_steps", "gradient_accumulation_steps"},
     {"cluster.gpus_per_node", "the GPUs of a node"}}};

/// The words of a rule, with the keys called as the file calls them.
std::string in_file(std::string text) {
  for (const auto& [ours, theirs] : key_names)
    for (std::size_t at = text.find(ours); at != std::string::npos; at = text.find(ours, at + theirs.size()))
      text.replace(at, ours.size(), theirs);
  return text;
}

/// "" for a key that no file has.
std::string path_in_file(std::string_view key) {
  const auto found = std::ranges::find_if(key_names, [&](const KeyName& name) {
    return name.plan.ends_with('.') ? key.starts_with(name.plan) : key == name.plan;
  });
  if (found == key_names.end() || key.starts_with("cluster.")) return {};
  return std::string(found->file) + std::string(key.substr(found->plan.size()));
}

/// Where the file says something, and what it is called there.
struct Place {
  const TextNode* node = nullptr;
  std::string path;
};

/// The key, or the nearest section above it that the file has: what is not said there has its default.
Place place_of(const Walk& walk, const Rule& rule, const std::string& told_at) {
  std::vector<std::string_view> keys = {told_at};
  if (told_at == rule.keys.front()) keys.assign(rule.keys.begin(), rule.keys.end());
  for (const std::string_view key : keys)
    if (const Origin* origin = walk.file_plan().provenance().find(key))
      if (const TextNode* node = walk.find(origin->path)) return {node, origin->path};
  for (const std::string_view key : keys) {
    const std::string path = path_in_file(key);
    for (auto dot = path.rfind('.'); dot != std::string::npos && dot > 0; dot = path.rfind('.', dot - 1))
      if (const TextNode* node = walk.find(path.substr(0, dot))) return {node, path};
  }
  return {};
}

}  // namespace

void plan_rules(Walk& walk) {
  for (Finding& finding : check(walk.file_plan().subject())) {
    const Rule& rule = *find_rule(finding.code);
    if (!rule.parser_code.empty() || rule.code == "without_effect") continue;
    const Place place = place_of(walk, rule, finding.path);
    if (!place.node) continue;  // the plan's own choice, of which the file says nothing
    Said said{finding.code, in_file(finding.message), in_file(finding.fix),
              std::move(finding.place.deepspeed_message)};
    if (place.node->is_object())
      walk.tell_key(finding.severity, *place.node, place.path, std::move(said));
    else
      walk.tell(finding.severity, place.node, place.path, std::move(said));
  }
}

void refuse_rule(Walk& walk, std::string_view code, std::string_view path) {
  const Rule& rule = *find_rule(code);
  for (Finding& finding : told(rule, walk.file_plan().subject())) {
    const Place place = place_of(walk, rule, finding.path);
    walk.refuse(place.node, path.empty() ? std::string_view(place.path) : path, rule.parser_code,
                {finding.code, in_file(finding.message), in_file(finding.fix),
                 std::move(finding.place.deepspeed_message)});
  }
}

}  // namespace zp::config_check
