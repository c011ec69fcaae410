// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/imported.h"

#include <utility>
#include <variant>

#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/plan_file/program_defaults.h"
#include "core/report/line_diff.h"
#include "core/text/json_text.h"
#include "core/text/ordered_json.h"

namespace zp {
namespace {

using text_io::Json;

Json read_list(const Imported& imported) {
  Json list = Json::array();
  for (const ReadKey& key : imported.read)
    list.push_back(
        {{"key", key.key}, {"path", key.path}, {"value", Json::parse(key.value)}, {"line", key.line}});
  return list;
}

/// Returns a value filled in by the program as JSON; as text if the key has several parts.
Json value_of(const FilledValue& filled, const Plan& plan) {
  const PlanKey* key = find_plan_key(filled.path);
  if (key == nullptr || key->value == nullptr) return filled.value;
  return std::visit([](const auto& value) { return Json(value); }, key->value(plan));
}

Json default_list(const Imported& imported) {
  Json list = Json::array();
  for (const FilledValue& filled : decided_by_program(imported))
    list.push_back({{"path", filled.path},
                    {"value", value_of(filled, imported.document.plan)},
                    {"program", filled.program}});
  return list;
}

Json unread_list(const Imported& imported) {
  Json list = Json::array();
  for (const UnreadKey& key : imported.unread_keys)
    list.push_back({{"key", key.key}, {"value", key.value}, {"line", key.line}, {"reason", key.reason}});
  return list;
}

Json note_list(const Imported& imported) {
  Json list = Json::array();
  for (const Finding& note : imported.notes)
    list.push_back({{"code", note.code}, {"path", note.path}, {"message", note.message}, {"fix", note.fix}});
  return list;
}

Json json_of(const Imported& imported) {
  return {{"format", "zero-import/1"},
          {"program", imported.program},
          {"plan", Json::parse(write_plan(imported.document))},
          {"read", read_list(imported)},
          {"defaults", default_list(imported)},
          {"not_read", unread_list(imported)},
          {"notes", note_list(imported)}};
}

}  // namespace

std::string imported_json(const Imported& imported) { return text_io::text_of(json_of(imported)); }

std::string imported_json(const ExportedFolder& folder) {
  Json json = json_of(folder.imported);
  Json changes = Json::array();
  for (const ChangedFile& file : folder.files)
    changes.push_back({{"file", file.name}, {"diff", line_diff(file.exported, file.now, file.name)}});
  json["changed_by_hand"] = std::move(changes);
  return text_io::text_of(json);
}

std::string hand_changes_text(const ExportedFolder& folder) {
  std::string text;
  for (const ChangedFile& file : folder.files)
    if (!file.now.empty()) text += line_diff(file.exported, file.now, file.name);
  return text;
}

}  // namespace zp
