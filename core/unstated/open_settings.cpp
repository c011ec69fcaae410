// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/open_settings.h"

#include <algorithm>
#include <string>

#include "core/plan_file/trainer_keys.h"
#include "core/sharding/program_way.h"

namespace zp {
namespace {

/// Converts a value of the catalog to the type of the key; nullopt if the plan does not determine a value.
std::optional<KeyValue> key_value(const OpenSetting& setting, const ProgramValue& value, const Plan& plan) {
  const PlanKey* key = find_plan_key(setting.path);
  if (const auto* text = std::get_if<std::string>(&value)) {
    const auto word = std::ranges::find(key->words, *text);
    if (word != key->words.end()) return *word;
    const TrainerKey* row = *text == "auto" ? find_trainer_key(key->deepspeed_key) : nullptr;
    const auto size = row != nullptr ? trainer_size(*row, plan) : std::nullopt;
    return size ? std::optional<KeyValue>(*size) : std::nullopt;
  }
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* count = std::get_if<std::int64_t>(&value)) {
    if (key->kind == KeyKind::real) return static_cast<double>(*count);
    return *count;
  }
  return std::nullopt;
}

/// Returns the values that the plan's program offers.
std::vector<KeyValue> offered_values(const OpenSetting& setting, const Plan& plan) {
  std::vector<KeyValue> values;
  const auto* options = program_options(plan.training.program, program_way(plan), setting.path);
  if (options == nullptr) return values;
  for (const ProgramValue& option : *options)
    if (const auto value = key_value(setting, option, plan)) values.push_back(*value);
  return values;
}

}  // namespace

std::span<const OpenSetting> open_settings() {
  static const std::vector<OpenSetting> all = [] {
    std::vector<OpenSetting> rows;
    for (const auto part : {open_rows::of_program(), open_rows::of_machine(), open_rows::of_run()})
      rows.insert(rows.end(), part.begin(), part.end());
    return rows;
  }();
  return all;
}

bool is_statable(const KeyValue& value) {
  const auto* word = std::get_if<std::string_view>(&value);
  return word == nullptr || (*word != newest_release && *word != other_targets);
}

KeyValue assumed_value(const OpenSetting& setting, const Plan& plan) {
  return setting.assumed != nullptr ? setting.assumed(plan) : find_plan_key(setting.path)->value(plan);
}

std::vector<KeyValue> plausible_values(const OpenSetting& setting, const Plan& plan) {
  const bool is_up_to_program =
      setting.kind == OpenKind::program && plan.training.program != Program::none && !setting.follows_program;
  std::vector<KeyValue> values = offered_values(setting, plan);
  if (values.empty() && !is_up_to_program) values = setting.values(plan);
  std::erase(values, assumed_value(setting, plan));
  return values;
}

void state_value(const OpenSetting& setting, const KeyValue& value, Plan& plan) {
  if (setting.set != nullptr)
    setting.set(plan, value);
  else
    find_plan_key(setting.path)->set(plan, value);
}

}  // namespace zp
