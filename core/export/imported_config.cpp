// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/imported_config.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/plan_file/plan_from_config.h"
#include "core/plan_file/plan_keys.h"
#include "core/plan_file/trainer_keys.h"
#include "core/text/config_text.h"

namespace zp {
namespace {

/// Returns true for micro batch and accumulation, which files mostly leave to the program.
bool is_batch_size(const PlanKey& key) {
  return key.path == "training.micro_batch_size" || key.path == "training.gradient_accumulation_steps";
}

/// Resets the training values that a ds_config can state to DeepSpeed's defaults, because those apply to what
/// the file omits, whatever the plan has.
void forget_what_a_file_says(PlanDocument& base) {
  base.text.imported_config.clear();
  base.text.nvme_path.clear();
  for (const PlanKey& key : plan_keys()) {
    const bool has_a_line = key.written != Written::never && !key.is_translated;
    if (key.is_plain() && has_a_line && key.path.starts_with("training.") && !is_batch_size(key))
      key.set(base.plan, key.value(Plan()));
  }
}

std::string text_of(const ConfigNode& node) {
  if (!node.is_object()) return node.value;
  std::string text = "{";
  for (const ConfigNode& child : node.children)
    text += (text.size() > 1 ? ", " : "") + json_string(child.key) + ": " + text_of(child);
  return text + '}';
}

/// Describes the differences between the imported file and the present export, each with its path.
class Changes {
 public:
  Changes(const ConfigNode& before, const ConfigNode& now) { compare(before, now, {}); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void compare(const ConfigNode& before, const ConfigNode& now, const std::string& path) {
    for (const ConfigNode& old : before.children) {
      const std::string child_path = below(path, old);
      const ConfigNode* same = now.child(old.key);
      if (!same)
        say(child_path + " is left out, which was " + text_of(old));
      else if (old.is_object() && same->is_object())
        compare(old, *same, child_path);
      else if (old.is_object() || same->is_object() || !same_value(old.value, same->value))
        say(child_path + " from " + text_of(old) + " to " + text_of(*same));
    }
    for (const ConfigNode& added : now.children)
      if (!before.child(added.key)) say_added(added, below(path, added));
  }

  void say_added(const ConfigNode& node, const std::string& path) {
    if (node.children.empty()) say(path + " is added, " + text_of(node));
    for (const ConfigNode& child : node.children)
      say_added(child, below(path, child));
  }

  static std::string below(const std::string& path, const ConfigNode& child) {
    return path.empty() ? child.key : path + '.' + child.key;
  }

  void say(const std::string& change) { text_ += (text_.empty() ? "" : "; ") + change; }

  std::string text_;
};

}  // namespace

std::optional<ImportedConfig> imported_config(const PlanDocument& document) {
  const ConfigSource source = read_config_text(document.text.imported_config);
  std::optional<ConfigNode> file = parse_config(document.text.imported_config);
  if (source.error || !file) return std::nullopt;
  PlanDocument base = document;
  forget_what_a_file_says(base);
  ImportedConfig imported{std::move(*file), plan_from_config(source.root, base).document,
                          is_left_to_trainer(source.root)};
  imported.document.plan.target = document.plan.target;
  return imported;
}

void report_changes(ConfigDraft& draft, const ConfigNode& file) {
  const Changes changes(file, draft.out);
  if (changes.text().empty()) return;
  draft.report(Severity::style, "imported_config_changed", "imported_config",
               "The file differs from the imported one where this plan does: " + changes.text() + '.', "");
}

}  // namespace zp
