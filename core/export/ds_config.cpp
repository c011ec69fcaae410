// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ds_config.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

#include "core/deepspeed/schema.h"
#include "core/export/accelerate_json.h"
#include "core/export/bundle.h"
#include "core/export/sections.h"

namespace zp {
namespace {

ConfigDraft drafted(const PlanDocument& document) {
  ConfigDraft draft(document);
  write_sections(draft);
  const std::optional<ImportedConfig> imported = imported_config(document);
  if (imported) merge_into_imported(draft, *imported);
  write_trainer_auto(draft, imported ? &*imported : nullptr);
  if (imported) report_changes(draft, imported->file);
  report_program(draft);
  return draft;
}

bool is_default_parameter(const ConfigNode& root, const ConfigNode& node) {
  const ConfigNode* type = find_node(root, "optimizer.type");
  const OptimizerSchema* known =
      type ? schema().find_optimizer(string_in(type->value).value_or("")) : nullptr;
  if (!known) return false;
  return std::ranges::any_of(known->params, [&](const auto& param) {
    return param.first == node.key && same_value(param.second, node.value);
  });
}

bool is_default(const PlanDocument& document, const ConfigNode& root, const std::string& path,
                const ConfigNode& node) {
  if (path.starts_with("optimizer.params.")) return is_default_parameter(root, node);
  // The default of overlap_comm is true at stage 3 and false otherwise (zero/config.py:382-386).
  if (path == "zero_optimization.overlap_comm") return node.value == json_bool(document.plan.zero.stage == 3);
  const SchemaKey* key = schema().find(path);
  return key && same_value(default_of(*key, document.plan.target.deepspeed_version), node.value);
}

void print(const PlanDocument& document, const ConfigNode& root, const ConfigNode& node,
           const std::string& path, std::size_t depth, std::vector<ConfigLine>& lines) {
  const std::string indent(2 * depth, ' ');
  for (const ConfigNode& child : node.children) {
    const std::string child_path = path.empty() ? child.key : path + '.' + child.key;
    const std::string start = indent + json_string(child.key) + ": ";
    const char* const comma = &child == &node.children.back() ? "" : ",";
    if (!child.is_object()) {
      lines.push_back({start + child.value + comma, child_path, child.plan_path,
                       !is_default(document, root, child_path, child)});
    } else if (child.children.empty()) {
      lines.push_back({start + "{}" + comma, child_path, child.plan_path, false});
    } else {
      lines.push_back({start + '{', child_path, {}, false});
      print(document, root, child, child_path, depth + 1, lines);
      lines.push_back({indent + '}' + comma, {}, {}, false});
    }
  }
}

/// Returns the lines of accelerate's file, each with its path and the plan key behind it.
std::vector<ConfigLine> accelerate_lines(const PlanDocument& document) {
  struct Origin {
    std::string_view key, plan_path;
  };
  constexpr auto origins = std::to_array<Origin>({
      {"distributed_type", "training.framework"},
      {"fsdp_version", "training.fsdp_version"},
      {"fsdp_activation_checkpointing", "training.checkpoint_unit"},
      {"fsdp_auto_wrap_policy", "training.fsdp_wrap"},
      {"fsdp_offload_params", "zero.offload_param"},
      {"fsdp_reshard_after_forward", "zero.stage"},
      {"mixed_precision", "training.precision"},
      {"num_machines", "cluster.nodes"},
      {"num_processes", "cluster.gpus_per_node"},
      {"parallelism_config_dp_shard_size", "training.shard_ranks"},
      {"parallelism_config_cp_size", "training.context_parallel"},
  });
  std::vector<ConfigLine> lines;
  std::string section;
  std::istringstream text(accelerate_yaml(document));
  for (std::string line; std::getline(text, line);) {
    const std::size_t indent = line.find_first_not_of(' ');
    const std::string key = line.substr(indent, line.find(':') - indent);
    if (indent == 0) section = line.ends_with(':') ? key : "";
    const auto origin = std::ranges::find(origins, key, &Origin::key);
    lines.push_back({line, indent == 0 ? key : section + '.' + key,
                     std::string(origin == origins.end() ? "" : origin->plan_path), false});
  }
  return lines;
}

}  // namespace

std::string_view config_file_name(const Plan& plan) {
  return is_deepspeed(plan) ? "ds_config.json" : "accelerate_config.yaml";
}

void write_sections(ConfigDraft& draft) {
  write_batch(draft);
  write_precision(draft);
  write_optimizer(draft);
  write_scheduler(draft);
  write_zero(draft);
  write_aio(draft);
  write_other_keys(draft);
  carry(draft, "");
}

ExportedConfig exported_config(const PlanDocument& document) {
  ConfigDraft draft = drafted(document);
  ExportedConfig config;
  config.trainer_arguments = std::move(draft.trainer_arguments);
  if (!is_deepspeed(document.plan)) {
    config.lines = accelerate_lines(document);
    return config;
  }
  config.lines.push_back({"{", {}, {}, false});
  print(document, draft.out, draft.out, {}, 1, config.lines);
  config.lines.push_back({"}", {}, {}, false});
  config.findings = std::move(draft.issues);
  return config;
}

std::string text_of(const ExportedConfig& config) {
  std::string text;
  for (const ConfigLine& line : config.lines)
    text.append(line.text).append("\n");
  return text;
}

std::string ds_config(const PlanDocument& document) { return text_of(exported_config(document)); }

}  // namespace zp
