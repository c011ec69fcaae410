// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/memory/odds.h"
#include "core/report/json.h"
#include "core/report/key_words.h"
#include "core/report/measure_words.h"
#include "core/report/sections_json.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/text/json_text.h"
#include "core/units/format.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

/// Returns an observed value as an integer if it is bytes or has no fraction, else as a real number.
Json amount(ObservedQuantity quantity, double value) {
  const bool is_whole = row_of(quantity).unit == "bytes" || value == std::floor(value);
  return is_whole && std::abs(value) < 9e15 ? Json(std::llround(value)) : Json(value);
}
Json bytes_or_null(const std::optional<double>& bytes) { return bytes ? Json(std::llround(*bytes)) : Json(); }
Json number_or_null(const std::optional<int>& number) { return number ? Json(*number) : Json(); }

void add_observations(const NamedLog& named, Json& array) {
  for (const Observation& observation : named.log.observations)
    array.push_back({{"quantity", std::string(name_of(observation.quantity))},
                     {"moment", text_or_null(observation.moment)},
                     {"rank", number_or_null(observation.rank)},
                     {"value", observation.word.empty() ? amount(observation.quantity, observation.value)
                                                        : Json(observation.word)},
                     {"unit", text_or_null(std::string(row_of(observation.quantity).unit))},
                     {"file", named.name},
                     {"line", observation.line}});
}

Json difference_object(const MeasuredDifference& difference, std::span<const NamedLog> logs) {
  Json causes = Json::array();
  for (const MeasuredCause& cause : difference.causes)
    causes.push_back({{"path", cause.path},
                      {"assumed", cause.assumed},
                      {"value", cause.value},
                      {"predicted", amount(difference.quantity, cause.predicted)},
                      {"words", cause.words}});
  return {{"quantity", std::string(name_of(difference.quantity))},
          {"moment", difference.moment},
          {"measured", amount(difference.quantity, difference.measured)},
          {"predicted", amount(difference.quantity, difference.predicted)},
          {"low", amount(difference.quantity, difference.low)},
          {"high", amount(difference.quantity, difference.high)},
          {"outside", difference.is_outside()},
          {"explanation", difference.explanation},
          {"causes", std::move(causes)},
          {"lines", difference.lines},
          {"file", logs[difference.place.log].name},
          {"line", difference.place.line}};
}

Json contradiction_object(const Contradiction& contradiction, std::span<const NamedLog> logs) {
  return {{"path", contradiction.path},
          {"subject", contradiction.name()},
          {"plan", Json::parse(contradiction.plan)},
          {"log", Json::parse(contradiction.log)},
          {"set", set_object(contradiction.set)},
          {"reason", contradiction.reason},
          {"file", logs[contradiction.place.log].name},
          {"line", contradiction.place.line}};
}

Json cure_object(const PlanDocument* plan, const Cure& cure) {
  const bool is_planned = cure.plan && plan != nullptr;
  return {{"label", cure.label},
          {"set", is_planned ? set_object(changed_keys(*plan, *cure.plan)) : Json::object()},
          {"gpu_peak_bytes", is_planned ? Json(cure.gpu_peak.value()) : Json()},
          {"step_s", is_planned && cure.step_seconds > 0 ? Json(cure.step_seconds) : Json()},
          {"fits_probability", is_planned ? Json(shown_odds(cure.odds)) : Json()}};
}

constexpr std::string_view name_of_place(ExhaustedMemory where) {
  return where == ExhaustedMemory::gpu ? "gpu" : where == ExhaustedMemory::device ? "device" : "host";
}

Json diagnosis_object(const PlanDocument* plan, const MemoryDiagnosis& diagnosis,
                      std::span<const NamedLog> logs) {
  Json cures = Json::array();
  for (const Cure& cure : diagnosis.cures)
    cures.push_back(cure_object(plan, cure));
  const OutOfMemory& message = diagnosis.message;
  return {{"phase", text_or_null(diagnosis.phase)},
          {"requested_bytes", bytes_or_null(message.requested)},
          {"capacity_bytes", bytes_or_null(message.capacity)},
          {"short_by_bytes", bytes_or_null(diagnosis.short_by)},
          {"cause", diagnosis.cause},
          {"cures", std::move(cures)},
          {"where", std::string(name_of_place(message.where))},
          {"rank", number_or_null(message.rank)},
          {"gpu", number_or_null(message.gpu)},
          {"free_bytes", bytes_or_null(message.free)},
          {"allocated_bytes", bytes_or_null(message.allocated)},
          {"reserved_bytes", bytes_or_null(message.reserved)},
          {"process_bytes", bytes_or_null(message.process)},
          {"frame", text_or_null(message.frame)},
          {"file", logs[diagnosis.place.log].name},
          {"line", diagnosis.place.line}};
}

Json remedy_object(const PlanDocument* plan, const DeathRemedy& remedy) {
  const bool is_planned = remedy.plan && plan != nullptr;
  return {{"text", remedy.label},
          {"change",
           {{"place", std::string(remedy.place)},
            {"set", is_planned ? set_object(changed_keys(*plan, *remedy.plan)) : Json::object()},
            {"gpu_peak_bytes", remedy.plan ? Json(remedy.gpu_peak.value()) : Json()},
            {"step_s", remedy.plan && remedy.step_seconds > 0 ? Json(remedy.step_seconds) : Json()},
            {"fits_probability", remedy.plan ? Json(shown_odds(remedy.odds)) : Json()}}}};
}

Json death_object(const PlanDocument* plan, const Death& death, std::span<const NamedLog> logs) {
  Json remedies = Json::array();
  for (const DeathRemedy& remedy : death.remedies)
    remedies.push_back(remedy_object(plan, remedy));
  return {{"kind", std::string(name_of(death.kind))},
          {"phase", std::string(name_of(death.phase))},
          {"file", logs[death.place.log].name},
          {"line", death.place.line},
          {"message", death.message},
          {"rank", number_or_null(death.rank)},
          {"requested_bytes", bytes_or_null(death.requested)},
          {"capacity_bytes", bytes_or_null(death.capacity)},
          {"this_process_bytes", bytes_or_null(death.process)},
          {"free_bytes", bytes_or_null(death.free)},
          {"others_bytes", bytes_or_null(death.others)},
          {"cause", death.cause},
          {"remedies", std::move(remedies)},
          {"form", death.row},
          {"lines", death.lines},
          {"assumed", text_or_null(death.assumed)}};
}

Json growth_object(const std::optional<Growth>& growth) {
  if (!growth) return {};
  Json entries = Json::array();
  for (const GrownEntry& entry : growth->entries)
    entries.push_back(
        {{"id", entry.id}, {"unit", entry.unit}, {"before", entry.before}, {"after", entry.after}});
  return {{"gpus_before", growth->gpus_before},
          {"gpus_after", growth->gpus_after},
          {"nodes_before", growth->nodes_before},
          {"nodes_after", growth->nodes_after},
          {"gpu_peak_before", growth->peak_before},
          {"gpu_peak_after", growth->peak_after},
          {"step_before_s", growth->step_before > 0 ? Json(growth->step_before) : Json()},
          {"step_after_s", growth->step_after > 0 ? Json(growth->step_after) : Json()},
          {"meaning", text_or_null(growth->meaning)},
          {"entries", std::move(entries)}};
}

Json kinds_array(std::span<const NamedLog> logs) {
  Json array = Json::array();
  for (const NamedLog& named : logs)
    for (const RecognisedKind& kind : named.log.kinds)
      array.push_back({{"kind", std::string(row_of(kind.kind).name)},
                       {"lines", kind.lines},
                       {"file", named.name},
                       {"first_line", kind.first_line}});
  return array;
}

Json left_out_array(std::span<const NamedLog> logs) {
  Json array = Json::array();
  for (const NamedLog& named : logs)
    if (!named.left_out.is_empty())
      array.push_back(
          {{"file", named.name}, {"first_line", named.left_out.first}, {"last_line", named.left_out.last}});
  return array;
}

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
  line += left_out_words(named);
  return wrapped(line, measure_width, 2) + "\n";
}

/// Returns a table of the observations; equal ones are combined with their count.
std::string observations_table(std::span<const NamedLog> logs) {
  constexpr std::size_t most = 60;
  Table table{{"Quantity", "Moment", "Rank", "Value", "Lines", "First"}, {}, "lllrrl"};
  int left_out = 0;
  for (const NamedLog& named : logs) {
    std::vector<std::pair<const Observation*, int>> rows;
    for (const Observation& observation : named.log.observations) {
      const auto known = std::ranges::find_if(rows, [&](const auto& row) {
        const Observation& other = *row.first;
        return other.quantity == observation.quantity && other.value == observation.value &&
               other.word == observation.word && other.rank == observation.rank &&
               other.moment == observation.moment;
      });
      if (known != rows.end())
        ++known->second;
      else if (rows.size() < most)
        rows.emplace_back(&observation, 1);
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
  for (const MeasuredDifference& difference : measurement.differences)
    table.rows.push_back(
        {std::string(name_of(difference.quantity)), difference.moment,
         observed_text(difference.quantity, difference.measured),
         observed_text(difference.quantity, difference.predicted),
         observed_text(difference.quantity, difference.low) + " – " +
             observed_text(difference.quantity, difference.high),
         difference.predicted > 0 ? format_number(difference.measured / difference.predicted, 3) : "–",
         difference.is_outside() ? "✗" : "✓", place_text(logs, difference.place)});
  std::string text = "\n" + aligned_table(table, 0);
  for (const MeasuredDifference& difference : measurement.differences)
    if (difference.is_outside() || !difference.causes.empty() ||
        difference.explanation.starts_with("It grows"))
      text += "\n" + wrapped(std::string(name_of(difference.quantity)) + ", " + difference.moment + ": " +
                                 difference.explanation,
                             measure_width, 2);
  return text + "\n";
}

std::string contradictions_text(const Measurement& measurement, std::span<const NamedLog> logs) {
  if (measurement.contradictions.empty()) return "";
  std::string text = "\nThe log contradicts the plan:\n";
  for (const Contradiction& contradiction : measurement.contradictions) {
    std::string line = "  " + contradiction_words(contradiction, logs);
    for (const ChangedKey& key : contradiction.set)
      line += " --set " + key.path + "=" + string_in(key.value).value_or(key.value);
    text += line + "\n";
  }
  return text;
}

/// Returns why the runs died or crawl, the log line that shows it, and the remedies.
std::string deaths_text(const Measurement& measurement, std::span<const NamedLog> logs) {
  constexpr std::size_t most = 6;
  std::string text;
  std::size_t count = 0;
  for (const Death& death : measurement.died) {
    if (count++ == most) {
      text += "\n" + format_count(static_cast<std::int64_t>(measurement.died.size() - most)) +
              " more signs with --json.\n";
      break;
    }
    text += "\n" + death_head(death, logs) + "\n";
    text += "  | " + death.message + "\n";
    text += "  " + wrapped(death.cause, measure_width, 2) + "\n";
    if (!death.assumed.empty())
      text += "  " + wrapped("Taken from the log: " + death.assumed + ".", measure_width, 2) + "\n";
    for (const DeathRemedy& remedy : death.remedies)
      text += "  • " + wrapped(remedy_words(remedy), measure_width, 4) + "\n";
  }
  return text;
}

std::string growth_text(const Measurement& measurement) {
  if (!measurement.growth) return "";
  const Growth& growth = *measurement.growth;
  const auto size = [](int gpus, int nodes) {
    return format_count(gpus) + (gpus == 1 ? " GPU on " : " GPUs on ") + format_count(nodes) +
           (nodes == 1 ? " node" : " nodes");
  };
  std::string text = "From " + size(growth.gpus_before, growth.nodes_before) + " to " +
                     size(growth.gpus_after, growth.nodes_after) + " the peak of a GPU goes from " +
                     format_bytes(bytes_of(growth.peak_before)) + " to " +
                     format_bytes(bytes_of(growth.peak_after));
  if (growth.step_before > 0 && growth.step_after > 0)
    text += ", and a step from " + format_seconds(growth.step_before) + " to " +
            format_seconds(growth.step_after);
  text += ". " + (growth.meaning.empty() ? "" : growth.meaning + " ") +
          (growth.entries.empty() ? "No entry grows." : "These entries grow:");
  text = "\n" + wrapped(text, measure_width, 0) + "\n";
  if (growth.entries.empty()) return text;
  Table table{{"Entry", "Before", "After"}, {}, "lrr"};
  for (const GrownEntry& entry : growth.entries) {
    const bool is_memory = entry.unit == "bytes";
    const auto value = [&](double number) {
      return is_memory ? format_bytes(bytes_of(number)) : format_seconds(number);
    };
    table.rows.push_back({entry.id, value(entry.before), value(entry.after)});
  }
  return text + aligned_table(table, 2);
}

}  // namespace

std::string measure_json(const PlanDocument* plan, std::span<const NamedLog> logs,
                         const Measurement& measurement) {
  Json observations = Json::array(), differences = Json::array(), contradictions = Json::array(),
       messages = Json::array(), died = Json::array();
  int recognised = 0, lines = 0;
  for (const NamedLog& named : logs) {
    add_observations(named, observations);
    recognised += named.log.recognised;
    lines += named.log.lines;
  }
  for (const MeasuredDifference& difference : measurement.differences)
    differences.push_back(difference_object(difference, logs));
  for (const Contradiction& contradiction : measurement.contradictions)
    contradictions.push_back(contradiction_object(contradiction, logs));
  for (const MemoryDiagnosis& diagnosis : measurement.out_of_memory)
    messages.push_back(diagnosis_object(plan, diagnosis, logs));
  for (const Death& death : measurement.died)
    died.push_back(death_object(plan, death, logs));
  return text_of({{"format", "zero-measure/1"},
                  {"observations", std::move(observations)},
                  {"differences", std::move(differences)},
                  {"contradictions", std::move(contradictions)},
                  {"oom", std::move(messages)},
                  {"died", std::move(died)},
                  {"growth", growth_object(measurement.growth)},
                  {"kinds", kinds_array(logs)},
                  {"left_out", left_out_array(logs)},
                  {"snapshots", snapshots_array(measurement, logs)},
                  {"recognised", recognised},
                  {"unrecognised", lines - recognised}});
}

std::string measure_text(const PlanDocument* plan, std::span<const NamedLog> logs,
                         const Measurement& measurement) {
  std::string text;
  if (plan != nullptr)
    text += headline(plan->plan, estimate_memory(plan->plan)) + "\n" + settings_line(plan->plan) + "\n\n";
  for (const NamedLog& named : logs)
    text += recognised_line(named);
  text += deaths_text(measurement, logs);
  text += contradictions_text(measurement, logs);
  text += differences_table(measurement, logs);
  text += growth_text(measurement);
  text += snapshots_text(measurement, logs);
  if (plan == nullptr || measurement.differences.empty()) text += observations_table(logs);
  return text;
}

}  // namespace zp
