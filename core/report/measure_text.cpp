// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/report/key_words.h"
#include "core/report/measure_words.h"
#include "core/report/snapshot_words.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/text/json_text.h"
#include "core/units/format.h"

namespace zp {
namespace {

constexpr std::size_t measure_width = 110;

/// Returns one log's line: "run.log: 35 of 165 lines recognised: DeepSpeed's see_memory_usage (30), …".
std::string recognised_line(const NamedLog& named) {
  std::string line = short_name(named) + ": " + format_count(named.log.recognised) + " of " +
                     format_count(named.log.lines) + " lines recognised";
  std::string kinds;
  for (const RecognisedKind& kind : named.log.kinds)
    kinds += (kinds.empty() ? ": " : ", ") + std::string(row_of(kind.kind).title) + " (" +
             format_count(kind.lines) + ")";
  line += kinds + ".";
  if (named.log.is_full) line += " It holds more than is read; the rest was left out.";
  return wrapped(line, measure_width, 2) + "\n";
}

/// Returns a table of the observations; equal ones share one line with their count.
std::string observations_table(std::span<const NamedLog> logs) {
  constexpr std::size_t most = 60;
  Table table{{"Quantity", "Moment", "Rank", "Value", "Lines", "First"}, {}, "lllrrl"};
  int left_out = 0;
  for (const NamedLog& named : logs) {
    std::vector<std::pair<const Observation*, int>> rows;
    for (const Observation& one : named.log.observations) {
      const auto known = std::ranges::find_if(rows, [&](const auto& row) {
        const Observation& other = *row.first;
        return other.quantity == one.quantity && other.value == one.value && other.word == one.word &&
               other.rank == one.rank && other.moment == one.moment;
      });
      if (known != rows.end())
        ++known->second;
      else if (rows.size() < most)
        rows.emplace_back(&one, 1);
      else
        ++left_out;
    }
    for (const auto& [one, count] : rows)
      table.rows.push_back({std::string(name_of(one->quantity)), one->moment,
                            one->rank ? std::to_string(*one->rank) : "",
                            one->word.empty() ? observed_text(one->quantity, one->value) : one->word,
                            format_count(count), short_name(named) + ":" + std::to_string(one->line)});
  }
  if (table.rows.empty()) return "";
  const std::string more = left_out == 0 ? "" : format_count(left_out) + " more with --json.\n";
  return "\n" + aligned_table(table, 0) + more;
}

std::string differences_table(const Measurement& measurement, std::span<const NamedLog> logs) {
  if (measurement.differences.empty()) return "";
  Table table{{"Quantity", "Moment", "Measured", "Predicted", "Range", "Measured/predicted", "", "Line"},
              {},
              "llrrrrll"};
  for (const MeasuredDifference& one : measurement.differences)
    table.rows.push_back(
        {std::string(name_of(one.quantity)), one.moment, observed_text(one.quantity, one.measured),
         observed_text(one.quantity, one.predicted),
         observed_text(one.quantity, one.low) + " – " + observed_text(one.quantity, one.high),
         one.predicted > 0 ? format_number(one.measured / one.predicted, 3) : "–",
         one.is_outside() ? "✗" : "✓", place_text(logs, one.place)});
  std::string text = "\n" + aligned_table(table, 0);
  for (const MeasuredDifference& one : measurement.differences)
    if (one.is_outside() || one.explanation.starts_with("It grows"))
      text += "\n" + wrapped(std::string(name_of(one.quantity)) + ", " + one.moment + ": " + one.explanation,
                             measure_width, 2);
  return text + "\n";
}

std::string contradictions_text(const Measurement& measurement, std::span<const NamedLog> logs) {
  if (measurement.contradictions.empty()) return "";
  std::string text = "\nThe log contradicts the plan:\n";
  for (const Contradiction& one : measurement.contradictions) {
    std::string line = "  " + one.path + ": " + one.log + " in " + place_text(logs, one.place) + ", " +
                       one.plan + " in the plan.";
    for (const ChangedKey& key : one.set)
      line += " --set " + key.path + "=" + string_in(key.value).value_or(key.value);
    text += line + "\n";
  }
  return text;
}

/// Returns the messages that memory ran out; neighbours with the same cause share one explanation.
std::string messages_text(const Measurement& measurement, std::span<const NamedLog> logs) {
  std::string text;
  const MemoryDiagnosis* before = nullptr;
  for (const MemoryDiagnosis& one : measurement.out_of_memory) {
    text += "\n" + diagnosis_head(one, logs) + "\n";
    const bool is_same = before != nullptr && before->cause == one.cause;
    before = &one;
    if (is_same) {
      text += "  As above.\n";
      continue;
    }
    text += "  " + wrapped(one.cause, measure_width, 2) + "\n";
    for (const Cure& cure : one.cures)
      text += "  • " + cure_words(cure) + "\n";
  }
  return text;
}

}  // namespace

std::string measure_text(const PlanDocument* plan, std::span<const NamedLog> logs,
                         const Measurement& measurement) {
  std::string text;
  if (plan != nullptr)
    text += headline(plan->plan, estimate_memory(plan->plan)) + "\n" + settings_line(plan->plan) + "\n\n";
  for (const NamedLog& named : logs)
    text += recognised_line(named);
  text += contradictions_text(measurement, logs);
  text += differences_table(measurement, logs);
  text += messages_text(measurement, logs);
  text += snapshots_text(measurement, logs);
  if (plan == nullptr || measurement.differences.empty()) text += observations_table(logs);
  return text;
}

}  // namespace zp
