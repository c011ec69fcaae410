// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/report/json.h"
#include "core/report/sections_json.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

/// Returns an observed value as a whole number if it is bytes or has no fraction, else as a real number.
Json amount(ObservedQuantity quantity, double value) {
  const bool is_whole = row_of(quantity).unit == "bytes" || value == std::floor(value);
  return is_whole && std::abs(value) < 9e15 ? Json(std::llround(value)) : Json(value);
}
Json bytes_or_null(const std::optional<double>& bytes) { return bytes ? Json(std::llround(*bytes)) : Json(); }
Json number_or_null(const std::optional<int>& number) { return number ? Json(*number) : Json(); }

void add_observations(const NamedLog& named, Json& array) {
  for (const Observation& one : named.log.observations)
    array.push_back({{"quantity", std::string(name_of(one.quantity))},
                     {"moment", text_or_null(one.moment)},
                     {"rank", number_or_null(one.rank)},
                     {"value", one.word.empty() ? amount(one.quantity, one.value) : Json(one.word)},
                     {"unit", text_or_null(std::string(row_of(one.quantity).unit))},
                     {"file", named.name},
                     {"line", one.line}});
}

Json difference_object(const MeasuredDifference& one, std::span<const NamedLog> logs) {
  return {{"quantity", std::string(name_of(one.quantity))},
          {"moment", one.moment},
          {"measured", amount(one.quantity, one.measured)},
          {"predicted", amount(one.quantity, one.predicted)},
          {"low", amount(one.quantity, one.low)},
          {"high", amount(one.quantity, one.high)},
          {"outside", one.is_outside()},
          {"explanation", one.explanation},
          {"lines", one.lines},
          {"file", logs[one.place.log].name},
          {"line", one.place.line}};
}

Json set_object(const std::vector<ChangedKey>& keys) {
  Json object = Json::object();
  for (const ChangedKey& key : keys)
    object[key.path] = Json::parse(key.value);
  return object;
}

Json contradiction_object(const Contradiction& one, std::span<const NamedLog> logs) {
  return {{"path", one.path},           {"plan", Json::parse(one.plan)},    {"log", Json::parse(one.log)},
          {"set", set_object(one.set)}, {"file", logs[one.place.log].name}, {"line", one.place.line}};
}

Json cure_object(const PlanDocument* plan, const Cure& cure) {
  const bool is_planned = cure.plan && plan != nullptr;
  return {{"label", cure.label},
          {"set", is_planned ? set_object(changed_keys(*plan, *cure.plan)) : Json::object()},
          {"gpu_peak_bytes", is_planned ? Json(cure.gpu_peak.value()) : Json()},
          {"step_s", is_planned && cure.step_seconds > 0 ? Json(cure.step_seconds) : Json()}};
}

constexpr std::string_view name_of_place(ExhaustedMemory where) {
  return where == ExhaustedMemory::gpu ? "gpu" : where == ExhaustedMemory::device ? "device" : "host";
}

Json diagnosis_object(const PlanDocument* plan, const MemoryDiagnosis& one, std::span<const NamedLog> logs) {
  Json cures = Json::array();
  for (const Cure& cure : one.cures)
    cures.push_back(cure_object(plan, cure));
  const OutOfMemory& message = one.message;
  return {{"phase", text_or_null(one.phase)},
          {"requested_bytes", bytes_or_null(message.requested)},
          {"capacity_bytes", bytes_or_null(message.capacity)},
          {"short_by_bytes", bytes_or_null(one.short_by)},
          {"cause", one.cause},
          {"cures", std::move(cures)},
          {"where", std::string(name_of_place(message.where))},
          {"rank", number_or_null(message.rank)},
          {"gpu", number_or_null(message.gpu)},
          {"free_bytes", bytes_or_null(message.free)},
          {"allocated_bytes", bytes_or_null(message.allocated)},
          {"reserved_bytes", bytes_or_null(message.reserved)},
          {"process_bytes", bytes_or_null(message.process)},
          {"frame", text_or_null(message.frame)},
          {"file", logs[one.place.log].name},
          {"line", one.place.line}};
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

}  // namespace

std::string measure_json(const PlanDocument* plan, std::span<const NamedLog> logs,
                         const Measurement& measurement) {
  Json observations = Json::array(), differences = Json::array(), contradictions = Json::array(),
       messages = Json::array();
  int recognised = 0, lines = 0;
  for (const NamedLog& named : logs) {
    add_observations(named, observations);
    recognised += named.log.recognised;
    lines += named.log.lines;
  }
  for (const MeasuredDifference& one : measurement.differences)
    differences.push_back(difference_object(one, logs));
  for (const Contradiction& one : measurement.contradictions)
    contradictions.push_back(contradiction_object(one, logs));
  for (const MemoryDiagnosis& one : measurement.out_of_memory)
    messages.push_back(diagnosis_object(plan, one, logs));
  return text_of({{"format", "zero-measure/1"},
                  {"observations", std::move(observations)},
                  {"differences", std::move(differences)},
                  {"contradictions", std::move(contradictions)},
                  {"oom", std::move(messages)},
                  {"kinds", kinds_array(logs)},
                  {"snapshots", snapshots_array(measurement, logs)},
                  {"recognised", recognised},
                  {"unrecognised", lines - recognised}});
}

}  // namespace zp
