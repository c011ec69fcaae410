// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>

#include "core/report/config_check.h"
#include "core/units/format.h"

namespace zp {
namespace {

constexpr std::size_t severity_count = 6;

/// Words of one Severity, before one issue and in the summary, in the order of its values.
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
