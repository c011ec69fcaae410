// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <variant>

#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/text/ordered_json.h"

namespace zp::test {

/// Returns the value of a key in the plan's file, or its default.
inline text_io::Json value_of(const PlanDocument& document, const std::string& key) {
  const text_io::Json written = text_io::Json::parse(write_plan(document));
  if (const text_io::Json* value = text_io::value_at_path(written, key)) return *value;
  const PlanKey* row = find_plan_key(key);
  if (row == nullptr || row->value == nullptr) return {};
  return std::visit([](const auto& value) { return text_io::Json(value); }, row->value(document.plan));
}

}  // namespace zp::test
