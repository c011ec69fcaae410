// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/imported.h"

#include <utility>
#include <variant>

#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/plan_file/program_defaults.h"
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

/// Returns a value that the program filled in as JSON; as text where the key has several parts.
Json value_of(const FilledValue& filled, const Plan& plan) {
  const PlanKey* key = find_plan_key(filled.path);
  if (key == nullptr || key->value == nullptr) return filled.value;
  return std::visit([](const auto& value) { return Json(value); }, key->value(plan));
}

Json default_list(const Imported& imported) {
  Json list = Json::array();
  for (const FilledValue& filled : filled_values(imported.document))
    list.push_back({{"path", filled.path},
                    {"value", value_of(filled, imported.document.plan)},
                    {"program", filled.program}});
  return list;
}

Json unread_list(const Imported& imported) {
  Json list = Json::array();
  for (const UnreadKey& key : imported.not_read)
    list.push_back({{"key", key.key}, {"value", key.value}, {"line", key.line}, {"reason", key.reason}});
  return list;
}

}  // namespace

std::string imported_json(const Imported& imported) {
  return text_io::text_of({{"format", "zero-import/1"},
                           {"program", imported.program},
                           {"plan", Json::parse(write_plan(imported.document))},
                           {"read", read_list(imported)},
                           {"defaults", default_list(imported)},
                           {"not_read", unread_list(imported)}});
}

}  // namespace zp
