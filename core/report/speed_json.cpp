// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/report/members_json.h"
#include "core/report/sections_json.h"
#include "core/report/speed_words.h"
#include "core/speed/explain_time.h"
#include "core/speed/range.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

Json time_entry_object(TimeExplanation words) {
  const TimeEntry& entry = words.entry;
  return Members()
      .add("id", std::string(name_of(entry.id)))
      .add("part", std::string(name_of(entry.part)))
      .add("stretch", std::string(name_of(entry.stretch)))
      .add("resource", std::string(name_of(entry.resource)))
      .add("busy_s", entry.busy)
      .add("hidden_s", entry.hidden)
      .add("exposed_s", entry.exposed())
      .add("amount", entry.amount)
      .add("rate", entry.rate)
      .add("hiding_rate", entry.hiding_rate)
      .add("title", std::move(words.title))
      .add("formula", std::move(words.formula))
      .add("figures", std::move(words.figures))
      .add("symbols", symbols_object(words.symbols))
      .add("outcome", std::move(words.outcome))
      .add("meaning", std::move(words.meaning))
      .add("source", std::move(words.source))
      .add("lever", std::move(words.lever))
      .take();
}

/// Returns the figure; null if the time of the step is not known.
Json if_known(const StepTime& time, double figure) { return time.is_known ? Json(figure) : Json(nullptr); }

/// Adds the costs of a run: those figures for which the plan states a budget, price or power.
void add_budget(Json& object, const Throughput& throughput) {
  if (!(throughput.steps > 0)) return;
  object["steps"] = throughput.steps;
  object["hours"] = throughput.hours;
  object["gpu_hours"] = throughput.gpu_hours;
  if (throughput.energy_kwh > 0) object["energy_kwh"] = throughput.energy_kwh;
  if (throughput.cost > 0) object["cost"] = throughput.cost;
}

}  // namespace

Json step_object(const Plan& plan, const StepTime& time) {
  const auto known = [&](double seconds) { return if_known(time, seconds); };
  const auto word = [&](std::string text) { return time.is_known ? Json(std::move(text)) : Json(nullptr); };
  Json object =
      Members()
          .add("forward_s", known(time.forward))
          .add("backward_s", known(time.backward))
          .add("communication_s", known(time.communication))
          .add("exposed_communication_s", known(time.exposed_communication))
          .add("optimizer_s", known(time.optimizer))
          .add("offload_s", known(time.offload))
          .add("total_s", known(time.total))
          .add("total_range",
               Members().add("low", known(time.range.low)).add("high", known(time.range.high)).take())
          .add("host_s", known(time.host))
          .add("bound_by", word(bound_word(time.bound_by)))
          .add("bound_by_resource", word(std::string(name_of(time.bound_by))))
          .add("after_backward_s", known(time.step))
          .add("regime", std::string(name_of(time.regime)))
          .take();
  if (const std::optional<RangeNarrowing> gain = narrowing(plan, time))
    object["range_narrowed_by"] = Members()
                                      .add("key", std::string(keys_of(gain->statement)))
                                      .add("low", gain->range.low)
                                      .add("high", gain->range.high)
                                      .take();
  return object;
}

Json throughput_object(const Figures& figures) {
  const Throughput& throughput = figures.throughput;
  const auto known = [&](double figure) { return if_known(figures.time, figure); };
  Json object = Members()
                    .add("tokens_per_s_per_gpu", known(throughput.tokens_per_s_per_gpu))
                    .add("tokens_per_s", known(throughput.tokens_per_s))
                    .add("tflops_per_gpu", known(throughput.tflops_per_gpu))
                    .add("mfu", known(throughput.mfu))
                    .add("slowdown_vs_stage_1", known(figures.slowdown_vs_stage_1))
                    .add("hardware_tflops_per_gpu", known(throughput.hardware_tflops_per_gpu))
                    .add("hfu", known(throughput.hfu))
                    .add("tokens_per_step", throughput.tokens_per_step)
                    .add("useful_tokens_per_s", known(throughput.useful_tokens_per_s))
                    .add("useful_tokens_per_s_per_gpu", known(throughput.useful_tokens_per_s_per_gpu))
                    .take();
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
