// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/plan_file/plan_keys.h"

/// Writes the table "All keys" of docs/plan-file.md, for `cmake --build --preset dev --target plan-keys`.
namespace zp::test {

/// The build target, which marks the table in the file (tests/support/marked_section.h).
inline constexpr std::string_view key_table_name = "plan-keys";

inline std::string key_table_row(const PlanKey& key) {
  const auto code = [](const std::string& text) { return text.empty() ? "" : "`" + text + "`"; };
  return "| " + code(key.path) + " | " + key.type + " | " + key.default_value + " | " +
         code(key.deepspeed_key) + " | " + std::string(key.meaning) + " |\n";
}

inline std::string key_table() {
  std::string table = "| key | type | default | ds_config key | meaning |\n| --- | --- | --- | --- | --- |\n";
  for (const PlanKey& key : plan_keys())
    table += key_table_row(key);
  return table;
}

}  // namespace zp::test
