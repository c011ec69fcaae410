// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/report/sections_json.h"
#include "core/report/speed_words.h"
#include "core/speed/explain_time.h"
#include "core/speed/generation.h"
#include "core/speed/range.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

Json time_entry_object(TimeExplanation words) {
  const TimeEntry& entry = words.entry;
  return {{"id", std::string(name_of(entry.id))},
          {"part", std::string(name_of(entry.part))},
          {"stretch", std::string(name_of(entry.stretch))},
          {"resource", std::string(name_of(entry.resource))},
          {"busy_s", entry.busy},
          {"hidden_s", entry.hidden},
          {"exposed_s", entry.exposed()},
          {"amount", entry.amount},
          {"rate", entry.rate},
          {"hiding_rate", entry.hiding_rate},
          {"title", std::move(words.title)},
          {"formula", std::move(words.formula)},
          {"figures", std::move(words.figures)},
          {"symbols", symbols_object(words.symbols)},
          {"outcome", std::move(words.outcome)},
          {"meaning", std::move(words.meaning)},
          {"source", std::move(words.source)},
          {"lever", std::move(words.lever)}};
}

/// Adds the costs of a run for which the plan states budget, price or power.
void add_budget(Json& object, const Throughput& throughput) {
  if (!(throughput.steps > 0)) return;
  object["steps"] = throughput.steps;
  object["hours"] = throughput.hours;
  object["gpu_hours"] = throughput.gpu_hours;
  if (throughput.energy_kwh > 0) object["energy_kwh"] = throughput.energy_kwh;
  if (throughput.cost > 0) object["cost"] = throughput.cost;
}

/// Returns the range of the step; both ends are null if unknown.
Json range_object(const StepTime& time) {
  if (!time.is_known || !time.range.is_known()) return {{"low", nullptr}, {"high", nullptr}};
  return {{"low", time.range.low}, {"high", time.range.high}};
}

}  // namespace

Json if_known(const StepTime& time, double figure) { return time.is_known ? Json(figure) : Json(nullptr); }

Json step_object(const Plan& plan, const StepTime& time) {
  const auto known = [&](double seconds) { return if_known(time, seconds); };
  const auto word = [&](std::string text) { return time.is_known ? Json(std::move(text)) : Json(nullptr); };
  Json object = {{"forward_s", known(time.forward)},
                 {"backward_s", known(time.backward)},
                 {"communication_s", known(time.communication)},
                 {"exposed_communication_s", known(time.exposed_communication)},
                 {"optimizer_s", known(time.optimizer)},
                 {"offload_s", known(time.offload)},
                 {"total_s", known(time.total)},
                 {"total_range", range_object(time)},
                 {"host_s", known(time.host)},
                 {"bound_by", word(resource_word(time.bound_by))},
                 {"bound_by_resource", word(std::string(name_of(time.bound_by)))},
                 {"after_backward_s", known(time.step)},
                 {"regime", std::string(name_of(time.regime))},
                 {"run_kind", std::string(name_of(time.kind))},
                 {"runs_of_kind", ranges_of(time.kind).rows}};
  if (row_of(plan.training.method.method).generates) {
    const auto busy = [&](TimeId id) { return if_known(time, time.ledger.busy(id)); };
    object["generation_s"] = time.is_without_generation ? Json(nullptr) : busy(TimeId::generation);
    object["logprob_s"] = busy(TimeId::scoring);
    object["sync_s"] = time.is_without_generation ? Json(nullptr) : busy(TimeId::weight_sync);
    if (!time.is_without_generation && time.is_known) {
      const GenerationBand band = generation_band(plan);
      object["generation_range"] = {{"low", band.low}, {"high", band.high}};
    }
  }
  if (const std::optional<RangeNarrowing> gain = narrowing(plan, time))
    object["range_narrowed_by"] = {
        {"key", std::string(keys_of(gain->statement))}, {"low", gain->range.low}, {"high", gain->range.high}};
  return object;
}

Json throughput_object(const Figures& figures) {
  const Throughput& throughput = figures.throughput;
  const auto known = [&](double figure) { return if_known(figures.time, figure); };
  Json object = {{"tokens_per_s_per_gpu", known(throughput.tokens_per_s_per_gpu)},
                 {"tokens_per_s", known(throughput.tokens_per_s)},
                 {"tflops_per_gpu", known(throughput.tflops_per_gpu)},
                 {"mfu", known(throughput.mfu)},
                 {"slowdown_vs_stage_1", known(figures.slowdown_vs_stage_1)},
                 {"hardware_tflops_per_gpu", known(throughput.hardware_tflops_per_gpu)},
                 {"hfu", known(throughput.hfu)},
                 {"tokens_per_step", throughput.tokens_per_step},
                 {"useful_tokens_per_s", known(throughput.useful_tokens_per_s)},
                 {"useful_tokens_per_s_per_gpu", known(throughput.useful_tokens_per_s_per_gpu)}};
  add_budget(object, throughput);
  return object;
}

Json time_ledger_array(const Plan& plan, const StepTime& time) {
  Json array = Json::array();
  for (TimeExplanation& words : explain_time(plan, time.ledger))
    array.push_back(time_entry_object(std::move(words)));
  return array;
}

}  // namespace zp
