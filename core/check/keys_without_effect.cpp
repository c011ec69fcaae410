// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/check/engine_rules.h"
#include "core/deepspeed/key_names.h"
#include "core/deepspeed/other_programs.h"
#include "core/text/json_text.h"
#include "core/units/format.h"

namespace zp::config_check {
namespace {

/// Returns a plan with the file's stage and devices, for lookups in the schema.
Plan plan_of(const ConfigWalk& walk, const Facts& facts) {
  const auto device = [](const std::string& name) {
    return name == "cpu" ? Device::cpu : name == "nvme" ? Device::nvme : Device::none;
  };
  Plan plan;
  plan.zero.stage = facts.stage;
  plan.zero.offload_optimizer.device = device(facts.optimizer_device);
  plan.zero.offload_param.device = device(facts.param_device);
  plan.target.deepspeed_version = walk.version();
  return plan;
}

bool is_default(const ConfigWalk& walk, const TextNode& node, const SchemaKey& key) {
  const std::string& standard = default_of(key, walk.version());
  if (node.is_null() || node.is_auto()) return true;
  if (node.is_boolean()) return standard == (node.boolean ? "true" : "false");
  if (node.is_number()) return number_in(standard) == node.number;
  return node.is_string() && string_in(standard) == node.text;
}

/// Returns true for sections whose own rules give a better message.
bool has_own_rule(std::string_view path, int stage) {
  if (path.starts_with("zero_optimization.offload_param")) return stage < 3;
  return path.starts_with("zero_optimization.zenflow") ||
         path == "zero_optimization.offload_optimizer.device" || path == "zero_optimization.cpu_offload" ||
         path == "zero_optimization.legacy_stage1";
}

bool is_count_of_batch(std::string_view path) {
  return path == "train_batch_size" || path == "train_micro_batch_size_per_gpu" ||
         path == "gradient_accumulation_steps" || path == "vocabulary_size" ||
         path == "sequence_parallel_size";
}

/// Reports a plain key with the wrong type: DeepSpeed does not validate it, so it fails or counts as true
/// where it is used.
void wrong_kind(ConfigWalk& walk, const TextNode& node, const std::string& path, const SchemaKey& key) {
  if (node.is_auto() || node.is_null() || is_count_of_batch(path)) return;
  const bool wants_number = key.type.starts_with("int") || key.type.starts_with("float");
  if (wants_number && !python_number(node) && key.type.find("string") == std::string::npos)
    walk.report(Severity::fails_later, &node, path,
                {"not_number",
                 path + " must be a number, not " + spelling(walk, node) +
                     "; DeepSpeed does not check it, and fails where it is used.",
                 "Write a number, or remove the key."});
  if (key.type.starts_with("bool") && node.is_string())
    walk.report(
        Severity::style, &node, path,
        {"not_boolean",
         path + " is a text, which counts as " + (truthy(node) ? "true, whatever the file says." : "false."),
         "Write true or false."});
}

class Keys {
 public:
  Keys(ConfigWalk& walk, const Facts& facts)
      : walk_(walk),
        plan_(plan_of(walk, facts)),
        is_stage_known_(walk.derived.stage.has_value()),
        program_(program_of(names_in(walk.root()))) {}

  void visit(const TextNode& section, const std::string& path) {
    const bool is_model = config_check::is_model(walk_, path);
    for (const TextNode& child : section.children) {
      const std::string child_path = joined(path, child.key);
      const SchemaKey* key = schema_key(child_path);
      if (key && !key->refused) {
        known_key(child, child_path, *key, is_model);
      } else if (!key && !schema().is_section(child_path) && !is_model && !is_old_section(child_path)) {
        unknown_key(child, child_path, path);
      }
      if (child.is_object() && is_read(child_path)) visit(child, child_path);
    }
  }

  /// Reports, once, keys that belong to another program.
  void tell_program() {
    if (first_of_program_ == nullptr) return;
    const std::string name(program_->name);
    walk_.report_key(Severity::style, *first_of_program_, first_of_program_->key,
                     {"other_program",
                      "This is a file of " + name + ": " + format_count(of_program_) +
                          (of_program_ == 1 ? " key is" : " keys are") +
                          " its own, this one the first. It passes the others to DeepSpeed.",
                      "Nothing to do; " + name + " reads its own keys."});
  }

 private:
  static bool is_old_section(std::string_view path) { return path == "bfloat16"; }

  /// Returns true for sections whose keys the schema lists individually.
  static bool is_read(const std::string& path) {
    return std::ranges::any_of(schema().sections, [&](const auto& section) {
      return section.path == path && section.unknown != UnknownKeys::forwarded;
    });
  }

  void known_key(const TextNode& child, const std::string& path, const SchemaKey& key, bool is_model) {
    if (!known_to(key, walk_.version())) {
      if (is_model) return;  // reported as unknown already
      walk_.report_key(
          Severity::ignored, child, path,
          {"key_of_another_version", "DeepSpeed " + name_of(walk_.version()) + " does not read this key.",
           key.renamed_to.empty() ? "Remove it." : "Write " + key.renamed_to + " instead."});
      return;
    }
    if (!is_model) wrong_kind(walk_, child, path, key);
    if (!is_stage_known_ && path.starts_with("zero_optimization.")) return;  // refused: it may yet act
    if (child.is_object() || has_own_rule(path, plan_.zero.stage) || is_default(walk_, child, key) ||
        acts(key, plan_))
      return;
    walk_.report_key(Severity::ignored, child, path,
                     {"without_effect", why_without_effect(key, plan_), "Remove it."});
  }

  void unknown_key(const TextNode& child, const std::string& path, const std::string& section) {
    if (program_ && section.empty() && program_->owns(child.key)) {
      if (of_program_++ == 0) first_of_program_ = &child;
      return;
    }
    IssueText issue{"unknown_key", "DeepSpeed does not read a key of this name here.", {}};
    const auto elsewhere = place_elsewhere(child.key, section);
    if (is_remark(child.key)) {
      issue.fix = "Nothing to do if it is a remark.";
    } else if (elsewhere) {
      issue.fix = move_to(*elsewhere);
    } else {
      issue.fix = walk_.suggestion(child.key, section) + "Correct or remove it.";
    }
    walk_.report_key(Severity::ignored, child, path, std::move(issue));
  }

  static std::vector<std::string> names_in(const TextNode& root) {
    std::vector<std::string> names;
    for (const TextNode& child : root.children)
      names.push_back(child.key);
    return names;
  }

  ConfigWalk& walk_;
  Plan plan_;
  bool is_stage_known_;
  const OtherProgram* program_;  ///< the other program whose keys are in the file
  int of_program_ = 0;
  const TextNode* first_of_program_ = nullptr;
};

}  // namespace

void keys_without_effect(ConfigWalk& walk, const Facts& facts) {
  Keys keys(walk, facts);
  keys.visit(walk.root(), "");
  keys.tell_program();
}

}  // namespace zp::config_check
