// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/report/sections_json.h"
#include "core/report/whole_run_words.h"
#include "core/speed/generation.h"
#include "core/speed/throughput.h"
#include "core/units/format.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

/// Share of training in the wall time above which saves and failures are negligible.
constexpr double hardly_matters = 0.99;
constexpr double rare = 0.1;  // failures per run

std::string hours_text(double hours) { return format_seconds(hours * seconds_per_hour); }

std::string failures_sentence(const Plan& plan, const WholeRun& run) {
  std::string text = "At " + format_number(plan.cluster.failures.per_million_gpu_hours) +
                     " failures in a million GPU hours, one in " + hours_text(run.rhythm.between_failures) +
                     " is expected";
  if (run.failures < rare) return text + ", so one during this run is unlikely.";
  text += ": " + format_number(run.failures, 2) + " in this run, each " + hours_text(run.rhythm.restart) +
          " until it trains again";
  if (run.repeated_hours > 0 && run.failures > 0)
    text += ", with " + hours_text(run.repeated_hours / run.failures) + " of work done again";
  text += ". At the rates that were published, the run takes " + hours_text(run.least_wall_hours);
  return text + (run.most_wall_hours > 0 ? " to " + hours_text(run.most_wall_hours) + "."
                                         : ", or hardly progresses at all.");
}

std::string interval_sentence(const Plan& plan, const WholeRun& run) {
  if (!(run.rhythm.save > 0) || !std::isfinite(run.rhythm.between_failures)) return "";
  if (run.best_interval_steps >= run.steps)
    return "The run is so short that one checkpoint at the end (" + hours_text(run.rhythm.save) +
           ") is enough.";
  const std::string now = plan.training.save_steps > 0
                              ? "It saves every " + hours_text(run.save_interval_s / seconds_per_hour) +
                                    " (" + format_count(plan.training.save_steps) + " steps), " +
                                    hours_text(run.rhythm.save) + " each"
                              : "It never saves";
  const std::string best = hours_text(run.best_interval_s / seconds_per_hour);
  const std::string young = hours_text(young_interval(run.rhythm));
  return now + "; least time is lost with a save every " + best + " (" +
         format_count(std::llround(run.best_interval_steps)) + " steps" +
         (young == best ? ", as by Young 1974)." : "); Young (1974) has " + young + ".");
}

}  // namespace

std::string goodput_text(const WholeRun& run) {
  return run.goodput > hardly_matters ? "over 99 %" : format_percent(run.goodput);
}

std::string budget_sentence(const Plan& plan, const WholeRun& run) {
  if (!(run.hours > 0)) return "";
  std::string text = format_params(Params(std::llround(plan.training.tokens))) + " tokens take " +
                     format_number(run.steps, 15) + " steps and " + hours_text(run.hours) + " of training";
  if (leaves_out_generation(plan)) text += " (training part only: training.rl.response_tokens is not stated)";
  if (!run.progresses())
    return text + "; failures undo the work as fast as it is done, so the run hardly progresses.";
  text += ", " + hours_text(run.wall_hours) + " with saves and failures (" + goodput_text(run) +
          " of it training): " + format_number(run.gpu_hours) + " GPU hours";
  if (run.energy_kwh > 0) text += ", " + format_number(run.energy_kwh) + " kWh";
  if (run.cost > 0) text += ", at a cost of " + format_number(run.cost) + " USD";
  return text + ".";
}

std::vector<std::string> course_sentences(const Plan& plan, const WholeRun& run) {
  std::vector<std::string> sentences;
  if (!run.progresses()) return sentences;
  if (std::isfinite(run.rhythm.between_failures)) sentences.push_back(failures_sentence(plan, run));
  if (std::string interval = interval_sentence(plan, run); !interval.empty())
    sentences.push_back(std::move(interval));
  if (run.energy_kwh > 0)
    sentences.push_back("The energy is that of the GPUs times " + format_number(plan.cluster.power_overhead) +
                        " for nodes, cooling and supply.");
  return sentences;
}

Json whole_run_object(const WholeRun& run) {
  const auto if_it_ends = [&](double figure) { return run.progresses() ? Json(figure) : Json(nullptr); };
  const auto finite = [](double figure) { return std::isfinite(figure) ? Json(figure) : Json(nullptr); };
  Json object = {{"steps", run.steps},
                 {"hours", run.hours},
                 {"wall_hours", if_it_ends(run.wall_hours)},
                 {"wall_hours_range",
                  Json{{"low", run.least_wall_hours > 0 ? Json(run.least_wall_hours) : Json(nullptr)},
                       {"high", run.most_wall_hours > 0 ? Json(run.most_wall_hours) : Json(nullptr)}}},
                 {"goodput", run.goodput},
                 {"failures", if_it_ends(run.failures)},
                 {"hours_between_failures", finite(run.rhythm.between_failures)},
                 {"saving_hours", if_it_ends(run.saving_hours)},
                 {"restarting_hours", if_it_ends(run.restarting_hours)},
                 {"repeated_hours", if_it_ends(run.repeated_hours)},
                 {"save_s", run.rhythm.save * seconds_per_hour},
                 {"restart_s", run.rhythm.restart * seconds_per_hour},
                 {"save_interval_s", run.save_interval_s},
                 {"best_save_interval_s", run.best_interval_s},
                 {"best_save_steps", run.best_interval_steps},
                 {"best_goodput", run.best_goodput},
                 {"gpu_hours", if_it_ends(run.gpu_hours)}};
  if (run.energy_kwh > 0) object["energy_kwh"] = run.energy_kwh;
  if (run.cost > 0) object["cost"] = run.cost;
  return object;
}

}  // namespace zp
