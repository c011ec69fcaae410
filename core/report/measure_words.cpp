// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/measure_words.h"

#include "core/memory/odds.h"
#include "core/report/key_words.h"
#include "core/units/format.h"

namespace zp {

std::string observed_text(ObservedQuantity quantity, double value) {
  const std::string_view unit = row_of(quantity).unit;
  if (unit == "bytes") return format_bytes(bytes_of(value));
  if (unit == "s") return format_seconds(value);
  if (unit == "percent") return format_percent(value / 100);
  return format_number(value) + (unit.empty() ? "" : " " + std::string(unit));
}

std::string short_name(const NamedLog& named) { return named.name.substr(named.name.rfind('/') + 1); }

std::string left_out_words(const NamedLog& named) {
  std::string words;
  if (!named.left_out.is_empty())
    words = " Its start and its end were read, lines " + format_count(named.left_out.first) + " to " +
            format_count(named.left_out.last) + " between them were not.";
  if (named.log.is_full) words += " Of its many values the first and the last were kept.";
  return words;
}

std::string place_text(std::span<const NamedLog> logs, const LogPlace& at) {
  const std::string name = short_name(logs[at.log]);
  return at.line > 0 ? name + ":" + std::to_string(at.line) : name;
}

namespace {

std::string_view words_of_phase(RunPhase phase) {
  switch (phase) {
    case RunPhase::unknown:
      return "";
    case RunPhase::loading:
      return " while loading";
    case RunPhase::initialisation:
      return " while the engine was built";
    case RunPhase::forward:
      return " in the forward pass";
    case RunPhase::loss:
      return " in the loss";
    case RunPhase::backward:
      return " in the backward pass";
    case RunPhase::reduce:
      return " in the reduction of gradients";
    case RunPhase::step:
      return " in the optimizer's step";
    case RunPhase::evaluate:
      return " in evaluation";
    case RunPhase::generate:
      return " in generation";
    case RunPhase::save:
      return " while saving";
  }
  return "";
}

}  // namespace

std::string contradiction_words(const Contradiction& contradiction, std::span<const NamedLog> logs) {
  const auto value = [&](const std::string& json_text) {
    return value_of_key(contradiction.path, json_text);
  };
  return contradiction.name() + ": " + value(contradiction.log) + " in " +
         place_text(logs, contradiction.place) +
         (contradiction.reason.empty() ? "" : " (" + contradiction.reason + ")") + ", " +
         value(contradiction.plan) + " in the plan.";
}

std::string death_head(const Death& death, std::span<const NamedLog> logs) {
  std::string head = place_text(logs, death.place) + ": " + std::string(row_of(death.kind).title);
  head += words_of_phase(death.phase);
  if (death.rank) head += " on rank " + std::to_string(*death.rank);
  if (death.kind == DeathKind::gpu_oom && death.requested && death.free && *death.requested > *death.free)
    head += ", short by " + format_bytes(bytes_of(*death.requested - *death.free));
  if (death.lines > 1) head += " (" + format_count(death.lines) + " lines say so)";
  return head + ".";
}

std::string remedy_words(const DeathRemedy& remedy) {
  std::string words = remedy.place == "plan" ? "Plan: " : remedy.place == "launch" ? "Launch: " : "Machine: ";
  words += remedy.label;
  if (!remedy.plan) return words;
  words += ": " + format_bytes(remedy.gpu_peak) + " per GPU";
  if (remedy.odds > 0) words += ", odds " + format_percent(shown_odds(remedy.odds));
  if (remedy.step_seconds > 0) words += ", " + format_seconds(remedy.step_seconds) + " a step";
  return words;
}

}  // namespace zp
