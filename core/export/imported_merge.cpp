// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/deepspeed/schema.h"
#include "core/export/imported_config.h"
#include "core/export/sections.h"
#include "core/plan_file/trainer_keys.h"

/// Merges a plan's changes into its imported file. Two drafts are made, from the plan that the imported file
/// describes and from the present plan; their differences are applied to the imported file, so that
/// everything that plans do not cover stays.
namespace zp {
namespace {

constexpr std::string_view zero_section = "zero_optimization";
constexpr std::array<std::string_view, 3> batch_keys = {"train_batch_size", "train_micro_batch_size_per_gpu",
                                                        "gradient_accumulation_steps"};

bool is_batch_key(std::string_view path) { return std::ranges::find(batch_keys, path) != batch_keys.end(); }

std::string below(std::string_view section, std::string_view key) {
  return section.empty() ? std::string(key) : std::string(section) + '.' + std::string(key);
}

/// Calls `visit` with every leaf below `node`; an empty object is a leaf.
template <class Visit>
void for_each_leaf(const ConfigNode& node, const std::string& path, const Visit& visit) {
  for (const ConfigNode& child : node.children) {
    const std::string child_path = below(path, child.key);
    if (child.children.empty())
      visit(child_path, child);
    else
      for_each_leaf(child, child_path, visit);
  }
}

bool says_the_same(const ConfigNode* a, const ConfigNode* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->is_object() == b->is_object() && (a->is_object() || same_value(a->value, b->value));
}

/// Returns true if the file has a value at the path; null counts as absent.
bool states(const ConfigNode& root, std::string_view path) {
  const ConfigNode* node = find_node(root, path);
  return node != nullptr && node->value != "null";
}

class ImportMerger {
 public:
  /// `before` is the draft of the imported file's plan, `after` the new file of the present plan.
  ImportMerger(ConfigDraft& draft, const ConfigDraft& before, const ConfigNode& after)
      : before_(before.out),
        after_(after),
        plan_(draft.plan),
        for_trainer_(draft.for_trainer()),
        zero_changed_(before.plan.zero != draft.plan.zero),
        out_(draft.out) {}

  void merge() {
    const bool has_optimizer = out_.child("optimizer"), has_scheduler = out_.child("scheduler");
    merge_batch();
    if (zero_changed_) modernise(zero_section);
    for_each_leaf(after_, {}, [&](const std::string& path, const ConfigNode& node) {
      if (is_batch_key(path)) return;
      if (!says_the_same(find_node(before_, path), &node) || is_outdated(path, node)) change(path, node);
    });
    for_each_leaf(before_, {}, [&](const std::string& path, const ConfigNode&) {
      if (!is_batch_key(path) && find_node(after_, path) == nullptr) remove(path);
    });
    if (zero_changed_) remove_awakened();
    if (!has_optimizer) complete("optimizer");
    if (!has_scheduler) complete("scheduler");
    if (!for_trainer_) fill_in_auto();
  }

 private:
  /// Merges the three batch sizes together: if one differs from the file, or the file states none, all are
  /// set to the plan's.
  void merge_batch() {
    const bool is_elastic = std::ranges::none_of(
        batch_keys, [&](std::string_view key) { return find_node(after_, key) != nullptr; });
    if (is_elastic) return;
    const bool says_none =
        !states(out_, "train_batch_size") && !states(out_, "train_micro_batch_size_per_gpu");
    const bool differs = std::ranges::any_of(batch_keys, [&](std::string_view key) {
      const ConfigNode* planned = find_node(after_, key);
      const ConfigNode* stated = states(out_, key) ? find_node(out_, key) : nullptr;
      return !says_the_same(find_node(before_, key), planned) ||
             (planned && stated && stated->value != auto_value && !same_value(stated->value, planned->value));
    });
    if (!says_none && !differs) return;
    for (const std::string_view key : batch_keys) {
      const ConfigNode* planned = find_node(after_, key);
      if (planned == nullptr)
        erase_node(out_, key);
      else if (!says_none && !states(out_, key) && is_inferred(key))
        continue;
      else if (says_none && for_trainer_)
        set_node(out_, key, std::string(auto_value), planned->plan_path);
      else
        change(std::string(key), *planned);
    }
  }

  /// Returns true if DeepSpeed infers the size from the others in the file (runtime/config.py,
  /// _set_batch_related_parameters).
  [[nodiscard]] bool is_inferred(std::string_view key) const {
    const bool has_total = states(out_, batch_keys[0]), has_micro = states(out_, batch_keys[1]),
               has_steps = states(out_, batch_keys[2]);
    const ConfigNode* steps = find_node(after_, batch_keys[2]);
    const bool is_one_step = steps != nullptr && same_value(steps->value, "1");
    if (key == batch_keys[0]) return has_micro && (has_steps || is_one_step);
    if (key == batch_keys[1]) return has_total && (has_steps || is_one_step);
    return is_one_step || (has_total && has_micro);
  }

  /// Returns true if the file's value was for another stage and may have another meaning at the present one:
  /// nvme means cpu below stage 3.
  [[nodiscard]] bool is_outdated(std::string_view path, const ConfigNode& node) const {
    if (!zero_changed_ || !path.starts_with("zero_optimization.")) return false;
    const ConfigNode* stated = find_node(out_, path);
    return stated && stated->value != auto_value && !says_the_same(stated, &node);
  }

  /// Removes values that had no effect in the file and would now have one that the plan does not want.
  void remove_awakened() {
    std::vector<std::string> awake;
    if (const ConfigNode* section = out_.child(zero_section))
      for_each_leaf(*section, std::string(zero_section),
                    [&](const std::string& path, const ConfigNode& node) {
                      const SchemaKey* key = is_set_by_plan(path) ? schema().find(path) : nullptr;
                      if (key && acts(*key, plan_) && !find_node(after_, path) && node.value != auto_value &&
                          !same_value(node.value, default_of(*key, plan_.target.deepspeed_version)))
                        awake.push_back(path);
                    });
    for (const std::string& path : awake)
      remove(path);
  }

  void change(const std::string& path, const ConfigNode& node) {
    if (is_left_to_trainer(path)) return;
    modernise(path);
    const std::string place = place_of(path);
    if (node.is_object())
      object_node(out_, place);
    else
      set_node(out_, place, node.value, node.plan_path);
  }

  /// Returns true if Trainer's arguments state the value; sizes that Trainer computes do not count.
  [[nodiscard]] bool is_left_to_trainer(std::string_view path) const {
    const TrainerKey* key = for_trainer_ ? find_trainer_key(path) : nullptr;
    const ConfigNode* node = key && key->size == nullptr ? find_node(out_, path) : nullptr;
    return node != nullptr && node->value == auto_value;
  }

  /// Removes a key, and its section if the plan's new file has no such section.
  void remove(const std::string& path) {
    if (is_left_to_trainer(path)) return;
    modernise(path);
    std::string_view gone = path;
    for (auto dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
      if (find_node(after_, std::string_view(path).substr(0, dot)) == nullptr) {
        gone = std::string_view(path).substr(0, dot);
        break;
      }
    erase_node(out_, place_of(gone));
  }

  /// Returns the path of a bf16 key in the file; "bfloat16" is read if "bf16" is absent
  /// (runtime/precision_config.py:34-38).
  [[nodiscard]] std::string place_of(std::string_view path) const {
    constexpr std::string_view name = "bf16", old_name = "bfloat16";
    const bool is_inside = path == name || path.starts_with("bf16.");
    if (!is_inside || out_.child(name) || !out_.child(old_name)) return std::string(path);
    return std::string(old_name) + std::string(path.substr(name.size()));
  }

  /// Renames outdated keys of zero_optimization before one of them changes, because an old name next to the
  /// new one is an error or would take precedence.
  void modernise(std::string_view path) {
    if (path != zero_section && !path.starts_with("zero_optimization.")) return;
    const ConfigNode* found = out_.child(zero_section);
    if (found && !found->is_object()) write_as_object(found->value == "true");
    found = out_.child(zero_section);
    if (!found) return;
    const ConfigNode section = *found;
    for (const ConfigNode& child : section.children)
      rename_in_zero(child);
  }

  void rename_in_zero(const ConfigNode& child) {
    const std::string old_path = below(zero_section, child.key);
    const SchemaKey* key = schema().find(old_path);
    if (!key) return;
    std::string path = key->path, value = child.value;
    if (const auto equals = key->renamed_to.find('='); equals != std::string::npos) {
      path = key->renamed_to.substr(0, equals);  // a boolean: true stands for a value of the other key
      value = child.value == "true" ? key->renamed_to.substr(equals + 1) : std::string();
    } else if (schema().find(key->renamed_to)) {
      path = key->renamed_to;
    }
    if (path == old_path) return;
    erase_node(out_, old_path);
    if (!value.empty() && !find_node(out_, path)) set_node(out_, path, value, child.plan_path);
  }

  /// Writes `"zero_optimization": true` as an object: stage 1 with a bucket size (zero/config.py:60-78).
  void write_as_object(bool is_on) {
    constexpr std::string_view old_size = "allgather_size";
    set_node(out_, "zero_optimization.stage", is_on ? "1" : "0", "zero.stage");
    const ConfigNode* size = out_.child(old_size);
    if (is_on && size)
      set_node(out_, "zero_optimization.allgather_bucket_size", size->value, size->plan_path);
    erase_node(out_, old_size);
  }

  /// Completes a section that is new in the file, because parameters without a type have no effect.
  void complete(std::string_view section) {
    const ConfigNode* planned = after_.child(section);
    if (!out_.child(section) || !planned) return;
    erase_node(out_, section);
    out_.children.push_back(*planned);
  }

  /// Replaces each "auto", which only Trainer fills in, by the plan's value; removes keys without one.
  void fill_in_auto() {
    for (const TrainerKey& key : trainer_keys()) {
      const std::string place = place_of(key.path);
      const ConfigNode* node = find_node(out_, place);
      if (!node || node->value != auto_value) continue;
      if (const ConfigNode* planned = find_node(after_, key.path))
        set_node(out_, place, planned->value, planned->plan_path);
      else
        erase_node(out_, place);
    }
  }

  const ConfigNode& before_;
  const ConfigNode& after_;
  const Plan& plan_;
  bool for_trainer_, zero_changed_;
  ConfigNode& out_;
};

/// Records the plan key that decides each leaf, taken from the new file.
void name_origins(ConfigNode& node, const std::string& path, const ConfigNode& planned) {
  for (ConfigNode& child : node.children) {
    const std::string child_path = below(path, child.key);
    if (const ConfigNode* same = find_node(planned, child_path)) child.plan_path = same->plan_path;
    name_origins(child, child_path, planned);
  }
}

/// Adds a finding for a missing optimizer section. It is not added to the file, because it would conflict
/// with Trainer's --optim or the program's own optimizer.
void report_optimizer(ConfigDraft& draft, const ConfigNode& planned) {
  if (draft.out.child("optimizer") || !planned.child("optimizer")) return;
  draft.report(Severity::style, "optimizer_built_by_program", "training.optimizer",
               "The imported file has no optimizer section, so the program builds " +
                   std::string(row_of(draft.plan.training.optimizer).title) + " or another.",
               "Nothing to do where the program builds it.");
}

}  // namespace

void merge_into_imported(ConfigDraft& draft, const ImportedConfig& imported) {
  ConfigDraft before(imported.document);
  write_sections(before);
  const ConfigNode after = std::exchange(draft.out, imported.file);
  name_origins(draft.out, {}, after);
  ImportMerger(draft, before, after).merge();
  draft.planned = after;
  report_optimizer(draft, after);
  std::erase_if(draft.issues, [&](const Finding& finding) {  // the original file had the same finding
    return std::ranges::find(before.issues, finding) != before.issues.end();
  });
}

}  // namespace zp
