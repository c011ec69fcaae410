// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/deepspeed/schema.h"
#include "core/export/config_draft.h"
#include "core/plan_file/trainer_keys.h"
#include "core/text/letters.h"

namespace zp {
namespace {

/// Returns true if "auto" may stay: for keys where it is a DeepSpeed value, and for those that Trainer fills
/// in.
bool auto_may_stay(const ConfigDraft& draft, const SchemaKey* key, std::string_view path) {
  if (key && key->takes_auto()) return true;
  const TrainerKey* filled = draft.for_trainer() ? find_trainer_key(path) : nullptr;
  return filled && filled->is_filled_at(draft.plan.zero.stage);
}

void report_unknown(ConfigDraft& draft, std::string_view section, const ConfigNode& node) {
  const UnknownKeys policy = schema().unknown_keys(section, draft.version());
  // The writer of that section checks what the class's constructor accepts.
  if (policy == UnknownKeys::forwarded) return;
  const auto similar = similar_ids(node.key, schema().names_in(section), 1);
  const std::string where = section.empty() ? "at the top of a ds_config" : "in " + std::string(section);
  const std::string start = "DeepSpeed knows no key \"" + node.key + "\" " + where;
  const std::string fix = similar.empty() ? "Remove it, unless the program reads it itself."
                                          : "Did you mean \"" + similar.front() + "\"? Otherwise remove it.";
  if (policy == UnknownKeys::refused)
    draft.report(Severity::refused, "unknown_key", node.plan_path,
                 start + " and rejects the whole file because of it.", fix);
  else
    draft.report(Severity::ignored, "unknown_key", node.plan_path, start + " and does not read it.", fix);
}

/// Returns true if the key must be omitted; then adds a finding.
bool leave_out(ConfigDraft& draft, const SchemaKey& key, const ConfigNode& node) {
  const std::string name = '"' + std::string(key_part(key.path)) + '"';
  if (draft.version() < key.since) {
    draft.report(Severity::ignored, "newer_than_target", node.plan_path,
                 name + " exists since DeepSpeed " + name_of(key.since) + "; this plan is for " +
                     name_of(draft.version()) + ", so the key is left out.",
                 "Set target.deepspeed_version to " + name_of(key.since) + " or newer, or remove the key.");
    return true;
  }
  if (!acts(key, draft.plan)) {
    draft.report(Severity::ignored, "without_effect", node.plan_path,
                 name + " does nothing at stage " + std::to_string(draft.plan.zero.stage) +
                     " with this offload; it is left out of the file and kept in the plan.",
                 "Nothing to do, or remove it.");
    return true;
  }
  return false;
}

/// Copies a node unchanged into `parent`, an object of the output; existing keys stay.
void carry_whole(ConfigNode& parent, const ConfigNode& node) {
  const auto same = std::ranges::find(parent.children, node.key, &ConfigNode::key);
  if (same == parent.children.end())
    parent.children.push_back(node);
  else if (same->is_object())
    for (const ConfigNode& child : node.children)
      carry_whole(*same, child);
}

void carry_leaf(ConfigDraft& draft, std::string_view section, const std::string& path,
                const ConfigNode& node);

/// Carries a key with an outdated name: moves its value to the new name unless that is taken.
void carry_renamed(ConfigDraft& draft, const SchemaKey& key, const ConfigNode& node) {
  const SchemaKey* target = schema().find(key.renamed_to);
  const bool moves = target && !schema().is_section(target->path) && !is_set_by_plan(target->path) &&
                     !find_node(draft.out, target->path) && !find_node(draft.carried, target->path);
  draft.report(Severity::ignored, "deprecated_key", node.plan_path,
               '"' + key.path + "\" is an old name" +
                   (moves ? ", taken as \"" + target->path + "\"." : " and is left out of the file."),
               key.renamed_to.empty() ? "Remove it." : "Use " + key.renamed_to + " instead.");
  if (moves) carry_leaf(draft, section_part(target->path), target->path, node);
}

void carry_leaf(ConfigDraft& draft, std::string_view section, const std::string& path,
                const ConfigNode& node) {
  const SchemaKey* key = schema().find(path);
  const std::string target = key ? key->path : path;
  if (is_set_by_plan(target) || find_node(draft.out, target)) return;
  if (!key || key->refused) {
    if (schema().is_section(path) && schema().unknown_keys(path) != UnknownKeys::forwarded) {
      draft.report(Severity::refused, "not_a_section", node.plan_path,
                   '"' + path + "\" has to be an object; it is left out of the file.",
                   "Correct or remove it.");
      return;
    }
    report_unknown(draft, section, node);
    carry_whole(object_node(draft.out, section), node);
    return;
  }
  const bool replaced = key->removed && draft.version() >= *key->removed;
  if (replaced || (key->deprecated && !key->renamed_to.empty() && !key->removed)) {
    carry_renamed(draft, *key, node);
    return;
  }
  if (leave_out(draft, *key, node)) return;
  if (node.value == auto_value && !auto_may_stay(draft, key, target)) {
    draft.report(
        Severity::ignored, "auto_not_filled", node.plan_path,
        "Nothing fills in \"auto\" for \"" + target + "\"; it is left out, which means DeepSpeed's default.",
        "Write the value, or export for Hugging Face Trainer where it fills this key.");
    return;
  }
  set_node(draft.out, target, key->is_integer() ? as_integer(node.value) : node.value, node.plan_path);
}

void carry_node(ConfigDraft& draft, std::string_view section, const ConfigNode& node) {
  const std::string path = section.empty() ? node.key : std::string(section) + '.' + node.key;
  if (!node.is_object()) {
    carry_leaf(draft, section, path, node);
    return;
  }
  const SchemaKey* key = schema().find(path);
  if (key && !is_set_by_plan(path) && leave_out(draft, *key, node)) return;
  const bool known_inside =
      schema().is_section(path) && schema().unknown_keys(path) != UnknownKeys::forwarded;
  if (!key && !schema().is_section(path)) report_unknown(draft, section, node);
  if (!known_inside) {
    carry_whole(object_node(draft.out, section), node);
    return;
  }
  if (node.children.empty() && !is_set_by_plan(path)) object_node(draft.out, path);
  for (const ConfigNode& child : node.children)
    carry_node(draft, path, child);
}

}  // namespace

void carry(ConfigDraft& draft, std::string_view path) {
  const ConfigNode* found = find_node(draft.carried, path);
  if (!found) return;
  const ConfigNode node = *found;
  if (path.empty()) {
    draft.carried.children.clear();
    for (const ConfigNode& child : node.children)
      carry_node(draft, path, child);
  } else {
    erase_node(draft.carried, path);
    carry_node(draft, section_part(path), node);
  }
}

}  // namespace zp
