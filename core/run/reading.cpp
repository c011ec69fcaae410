// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/reading.h"

#include "core/text/limits.h"

namespace zp::run {
namespace {

/// Makes space for further observations, keeping those of the start and the newest others.
void leave_out_middle(RunLog& log) {
  constexpr auto kept = static_cast<std::ptrdiff_t>(most_observations / 2);
  log.observations.erase(log.observations.begin() + kept, log.observations.begin() + kept + kept / 2);
  log.is_full = true;
}

}  // namespace

bool Reading::is_cut_at(const Number& number) const {
  const char* const end = line.text.data() + line.text.size();
  const char* const behind = number.text.data() + number.text.size();
  if (!line.is_cut || behind < line.text.data() || behind > end) return false;
  return std::string_view(behind, static_cast<std::size_t>(end - behind)).find_first_not_of(".,eE+-") ==
         std::string_view::npos;
}

void Reading::note(ObservedQuantity quantity, std::string moment, double value, double rounding) {
  if (log.observations.size() >= most_observations) leave_out_middle(log);
  log.observations.push_back({quantity, std::move(moment), line.rank, value, "", rounding, line.number});
}

void Reading::note(ObservedQuantity quantity, std::string moment, const std::optional<Number>& number,
                   double factor) {
  if (number && !is_cut_at(*number))
    note(quantity, std::move(moment), number->value * factor, number->rounding * factor);
}

void Reading::note_word(ObservedQuantity quantity, std::string_view word) {
  note(quantity, "", 0.0, 0.0);
  log.observations.back().word = word;
}

void Reading::note_setting(std::string_view path, const std::optional<Number>& number) {
  if (number && !is_cut_at(*number) && log.settings.size() < most_observations)
    log.settings.push_back({path, number->value, line.number});
}

std::string at_step(std::string_view number) { return "step " + std::string(number); }

std::string step_behind(std::string_view text, std::string_view before) {
  Scan scan(text);
  if (!scan.find(before)) return "";
  scan.skip_any(" =");
  const std::optional<Number> step = scan.number();
  return step ? at_step(step->text) : "";
}

}  // namespace zp::run
