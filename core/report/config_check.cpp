// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/config_check.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/report/sections_json.h"
#include "core/units/format.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<ConfigNumber>& value) {
  if (!value) return nullptr;
  return value->is_real ? Json(value->real) : Json(value->integer);
}

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json derived_object(const DerivedConfig& derived) {
  return {{"train_batch_size", number_or_null(derived.train_batch_size)},
          {"train_micro_batch_size_per_gpu", number_or_null(derived.train_micro_batch_size_per_gpu)},
          {"gradient_accumulation_steps", number_or_null(derived.gradient_accumulation_steps)},
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

constexpr std::size_t severity_count = 6;

/// Words for a Severity, before an issue and in the summary; in the enum's order.
struct SeverityWords {
  std::string_view one, many;
};
constexpr std::array<SeverityWords, severity_count> severity_words = {{{"refused", "refused"},
                                                                       {"fails later", "fail later"},
                                                                       {"ignored", "ignored"},
                                                                       {"slow", "slow"},
                                                                       {"wasteful", "wasteful"},
                                                                       {"note", "notes"}}};

std::string number(const ConfigNumber& value) {
  return value.is_real ? format_number(value.real) : format_count(value.integer);
}

std::string batch_words(const DerivedConfig& derived) {
  if (!derived.train_batch_size || !derived.train_micro_batch_size_per_gpu ||
      !derived.gradient_accumulation_steps)
    return {};
  return ", batch " + number(*derived.train_batch_size) + " in micro batches of " +
         number(*derived.train_micro_batch_size_per_gpu) + " and " +
         number(*derived.gradient_accumulation_steps) +
         (derived.gradient_accumulation_steps->value() == 1 ? " step" : " steps") + " of accumulation";
}

std::string ranks_words(const CheckOptions& options) {
  if (!options.world_size)
    return " The number of ranks was not given, so the batch sizes are checked in part.";
  return {};
}

std::string counts(const ConfigCheck& check) {
  std::array<int, severity_count> count{};
  for (const Finding& issue : check.issues)
    ++count[static_cast<std::size_t>(issue.severity)];
  std::string text;
  for (std::size_t i = 0; i < count.size(); ++i)
    if (count[i] > 0)
      text += (text.empty() ? "" : ", ") + format_count(count[i]) + ' ' +
              std::string(count[i] == 1 ? severity_words[i].one : severity_words[i].many);
  return text.empty() ? "nothing to report" : text;
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

std::string_view word_of(Severity severity) { return severity_words[static_cast<std::size_t>(severity)].one; }

std::string config_verdict(const ConfigCheck& check, const CheckOptions& options, bool with_batch) {
  const bool from_trainer = !check.accepted && check.accepted_from_trainer.value_or(false);
  std::string text = "DeepSpeed " + name_of(options.version) +
                     (check.accepted || from_trainer ? " accepts" : " refuses") + " this file" +
                     (from_trainer ? " as Hugging Face's Trainer hands it over" : "");
  if (with_batch && check.accepted && check.derived.stage)
    text += " (stage " + std::to_string(*check.derived.stage) + batch_words(check.derived) + ')';
  return text + ": " + counts(check) + '.';
}

std::string config_check_text(const std::string& name, const ConfigCheck& check,
                              const CheckOptions& options) {
  std::string text;
  for (const Finding& issue : check.issues)
    text += name + ':' + std::to_string(issue.place.position.line) + ':' +
            std::to_string(issue.place.position.column) + ": " + std::string(word_of(issue.severity)) + ": " +
            sentence_of(issue) + '\n';
  return text + name + ": " + config_verdict(check, options, true) + ranks_words(options) + '\n';
}

}  // namespace zp
