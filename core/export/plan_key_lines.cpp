// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <string_view>
#include <variant>

#include "core/deepspeed/schema.h"
#include "core/export/sections.h"
#include "core/plan_file/plan_keys.h"
#include "core/text/letters.h"

namespace zp {
namespace {

std::string json_of(const KeyValue& value) {
  if (const auto* count = std::get_if<std::int64_t>(&value)) return json_number(*count);
  if (const auto* real = std::get_if<double>(&value)) return json_number(*real);
  if (const auto* flag = std::get_if<bool>(&value)) return json_bool(*flag);
  return json_string(std::get<std::string_view>(value));
}

bool is_written_by_row(const PlanKey& key) {
  return key.written == Written::always || key.written == Written::if_changed;
}

/// Writes one plan key. Adds a finding for a changed key that the target version lacks; check() reports keys
/// that stage or offload ignore.
void write_key(ConfigDraft& draft, const PlanKey& key) {
  static const Plan defaults;
  const SchemaKey& known = *schema().find(key.deepspeed_key);
  const KeyValue value = key.value(draft.plan);
  const bool changed = value != key.value(defaults);
  if (!acts(known, draft.plan)) return;
  if (!known_to(known, draft.version())) {
    if (changed)
      draft.report(Severity::ignored, "newer_than_target", key.path,
                   '"' + std::string(key_part(key.deepspeed_key)) + "\" exists since DeepSpeed " +
                       name_of(known.since) + "; this plan is for " + name_of(draft.version()) +
                       ", so the key is left out.",
                   "Set target.deepspeed_version to " + name_of(known.since) + " or newer, or reset it.");
  } else if (changed || key.written == Written::always) {
    if (!key.enabling_key.empty()) draft.set(key.enabling_key, json_bool(changed), key.path);
    draft.set(key.deepspeed_key, json_of(value), key.path);
  }
}

}  // namespace

void write_keys(ConfigDraft& draft, std::string_view section) {
  draft.written_sections.insert(std::string(section));
  for (const PlanKey& key : plan_keys())
    if (is_written_by_row(key) && section_part(key.deepspeed_key) == section) write_key(draft, key);
}

void write_other_keys(ConfigDraft& draft) {
  draft.written_sections.insert("zero_optimization.zenflow");  // written by write_zenflow only
  for (const PlanKey& key : plan_keys())
    if (is_written_by_row(key) && !draft.written_sections.contains(section_part(key.deepspeed_key)))
      write_key(draft, key);
}

bool is_set_by_plan(std::string_view path) {
  if (path == "zero_optimization" || path == "train_batch_size") return true;
  const PlanKey* key = plan_key_of_config(path);
  return key != nullptr && (is_written_by_row(*key) || key->written == Written::by_section);
}

}  // namespace zp
