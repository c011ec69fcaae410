// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <nlohmann/json.hpp>

#include "core/report/config_check.h"
#include "core/report/sections_json.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<ConfigNumber>& value) {
  if (!value) return nullptr;
  return value->is_real ? Json(value->real) : Json(value->integer);
}

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json derived_object(const DerivedConfig& derived) {
  return {{"train_batch_size", number(derived.train_batch_size)},
          {"train_micro_batch_size_per_gpu", number(derived.train_micro_batch_size_per_gpu)},
          {"gradient_accumulation_steps", number(derived.gradient_accumulation_steps)},
          {"stage", or_null(derived.stage)},
          {"overlap_comm", or_null(derived.overlap_comm)},
          {"offload_optimizer_device", or_null(derived.offload_optimizer_device)},
          {"offload_param_device", or_null(derived.offload_param_device)}};
}

Json issue_object(const Finding& issue) {
  return {{"severity", std::string(name_of(issue.severity))},
          {"code", issue.code},
          {"parser_code", text_or_null(issue.place.parser_code)},
          {"path", issue.path},
          {"line", issue.place.position.line},
          {"column", issue.place.position.column},
          {"message", issue.message},
          {"deepspeed_message", text_or_null(issue.place.deepspeed_message)},
          {"fix", issue.fix}};
}

Json check_object(const ConfigCheck& check) {
  Json issues = Json::array();
  for (const Finding& issue : check.issues)
    issues.push_back(issue_object(issue));
  return {{"format", "zero-check/1"},
          {"accepted", check.accepted},
          {"accepted_from_trainer", or_null(check.accepted_from_trainer)},
          {"derived", derived_object(check.derived)},
          {"issues", std::move(issues)}};
}

}  // namespace

std::string config_check_json(const ConfigCheck& check, JsonStyle style) {
  return text_of(check_object(check), style == JsonStyle::one_line);
}

std::string config_checks_json(std::span<const CheckedFile> files) {
  Json list = Json::array();
  for (const CheckedFile& file : files) {
    Json object = {{"file", file.name}};
    object.update(check_object(file.check));
    list.push_back(std::move(object));
  }
  return text_of({{"format", "zero-checks/1"}, {"files", std::move(list)}});
}

}  // namespace zp
