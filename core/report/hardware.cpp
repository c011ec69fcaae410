// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/hardware.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/memory/odds.h"
#include "core/report/json.h"
#include "core/report/sections_json.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/search/choice_words.h"
#include "core/search/recommend.h"
#include "core/units/format.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t fallen_out_shown = 12;

Json if_stated(double figure) { return figure > 0 ? Json(figure) : Json(nullptr); }

Json machine_object(const PlanDocument& document, const MachineFigures& machine) {
  const MachineJob& job = machine.job;
  const bool ends = machine.is_done();
  return {{"id", job.is_own ? std::string("own") : job.machine.id()},
          {"provider", job.machine.provider},
          {"instance", job.machine.instance},
          {"title", machine_title(job)},
          {"gpu", job.plan.cluster.gpu.preset ? Json(job.plan.cluster.gpu.preset->id) : Json(nullptr)},
          {"gpus_per_node", job.plan.cluster.gpus_per_node},
          {"nodes", job.nodes},
          {"price_per_hour", if_stated(machine.price_per_hour())},
          {"price_date", text_or_null(job.machine.price_date)},
          {"plan", machine.runs ? plan_object({job.plan, document.text}) : Json(nullptr)},
          {"global_batch", machine.runs ? Json(train_batch_size(job.plan)) : Json(nullptr)},
          {"fits_probability", shown_odds(machine.fits_probability)},
          {"tokens_per_s", if_stated(machine.tokens_per_s)},
          {"hours", machine.runs ? if_stated(machine.run.hours) : Json(nullptr)},
          {"wall_hours", ends ? Json(machine.run.wall_hours) : Json(nullptr)},
          {"goodput", ends ? Json(machine.run.goodput) : Json(nullptr)},
          {"cost", if_stated(machine.cost())},
          {"reason", text_or_null(machine.reason)}};
}

std::string price_text(double price) { return price > 0 ? format_number(price) : "unknown"; }

std::string plan_text(const MachineFigures& machine, const Plan& origin) {
  Option option;
  option.pick = pick_of(machine.job.plan);
  return title_of(option, pick_of(origin));
}

std::string where(const MachineFigures& machine) {
  return machine.job.is_own ? "this plan's cluster" : machine.job.machine.id();
}

std::string limits_text(const MachineLimits& limits) {
  std::string text;
  if (limits.deadline_hours > 0)
    text += " done in " + format_seconds(limits.deadline_hours * seconds_per_hour);
  if (limits.budget > 0)
    text += (text.empty() ? " for" : " and for") + (" at most " + format_number(limits.budget));
  return text;
}

}  // namespace

std::string hardware_json(const PlanDocument& document, const MachineRanking& ranking, JsonStyle style) {
  Json machines = Json::array();
  for (const MachineFigures& machine : ranking.machines)
    machines.push_back(machine_object(document, machine));
  const double tokens = document.plan.training.tokens;
  Json result = {{"format", "zero-hardware/1"},
                 {"tokens", tokens > 0 ? tokens : usual_tokens},
                 {"machines", std::move(machines)}};
  if (ranking.best >= 0) result["best"] = ranking.best;
  result["order"] = ranking.order;
  result["frontier"] = ranking.frontier;
  result["searched"] = ranking.searched;
  return text_of(result, style == JsonStyle::one_line);
}

std::string hardware_text(const PlanDocument& document, const MachineRanking& ranking,
                          const MachineLimits& limits, std::size_t most) {
  const Plan& plan = document.plan;
  const bool is_stated = plan.training.tokens > 0;
  bool is_open = false;  // one batch for all machines, unless the search chose it
  for (const MachineFigures& machine : ranking.machines)
    is_open = is_open || (machine.runs && train_batch_size(machine.job.plan) != train_batch_size(plan));
  const double tokens = is_stated ? plan.training.tokens : usual_tokens;
  std::string text = model_name(plan) + ", " + format_params(Params(std::llround(tokens))) + " tokens" +
                     (is_stated ? "" : " (the plan states no budget)") + ", the best plan of each machine" +
                     (limits_text(limits).empty() ? "" : "; wanted:" + limits_text(limits)) + "\n\n";
  Table table{
      {"", "Machine", "", "Odds", "Tokens/s", "Wall time", "USD an hour", "Cost, USD", "Batch", "Plan"},
      {},
      "lllrrrrrrl"};
  for (const int index : ranking.order) {
    if (table.rows.size() == most) break;
    const MachineFigures& machine = ranking.machines[static_cast<std::size_t>(index)];
    table.rows.push_back({index == ranking.best ? "★"
                          : machine.job.is_own  ? "▸"
                                                : "",
                          machine_title(machine.job), where(machine), odds_percent(machine.fits_probability),
                          format_count(std::llround(machine.tokens_per_s)),
                          format_seconds(machine.run.wall_hours * seconds_per_hour),
                          price_text(machine.price_per_hour()), price_text(machine.cost()),
                          format_count(train_batch_size(machine.job.plan)), plan_text(machine, plan)});
  }
  if (table.rows.empty())
    text += "No machine can run it" + limits_text(limits) + ".\n";
  else
    text += aligned_table(table, 0);
  if (ranking.order.size() > most)
    text += "… and " + format_count(static_cast<std::int64_t>(ranking.order.size() - most)) + " more.\n";
  std::string fallen;
  std::size_t count = 0;
  for (const MachineFigures& machine : ranking.machines)
    if (!machine.reason.empty() && count++ < fallen_out_shown)
      fallen += "  ✗ " +
                wrapped(machine_title(machine.job) + " (" + where(machine) + "): " + machine.reason, 96, 4) +
                "\n";
  if (count > 0) text += "\nNot among them\n" + fallen;
  if (count > fallen_out_shown)
    text += "  … and " + format_count(static_cast<std::int64_t>(count - fallen_out_shown)) + " more.\n";
  return text + "\n" + format_count(ranking.searched) +
         " plans searched. Batch is the global batch in sequences" +
         (is_open ? ", which the search chose on each machine" : "") +
         ". Prices are those of the list in USD, on demand, of the day that it names; the price of this "
         "plan's "
         "cluster counts as it is stated. Wall times include saves and failures.\n";
}

}  // namespace zp
