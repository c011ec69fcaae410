// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/solver.h"

#include <algorithm>
#include <utility>

#include "core/memory/estimate.h"
#include "core/rules/check_plan.h"
#include "core/rules/subject.h"
#include "core/search/capacity.h"
#include "core/search/choice_words.h"
#include "core/search/search.h"
#include "core/search/trial.h"
#include "core/speed/throughput.h"
#include "core/speed/whole_run.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// Steps after the last query: computing the answer's plan, and the reason why the next value fails.
constexpr int words_left = 2;

/// Returns the figures of the present plan, in the form that a search compares.
Estimated figures_of(const Plan& plan, const FitDemand& demand) {
  Estimated option;
  option.pick = pick_of(plan);
  Trial(plan, demand).estimate(option);
  return option;
}

/// Returns the first finding that stops the plan; nullopt if there is none.
std::optional<Unsolved> stop_of(const Plan& plan, const CarriedKeys* carried) {
  const std::vector<Finding> findings = check(Subject(plan, carried));
  const auto stop = std::ranges::find_if(findings, [](const Finding& finding) {
    return finding.severity <= Severity::fails_later || is_impossible(finding);
  });
  if (stop == findings.end()) return std::nullopt;
  return Unsolved{{stop->code, stop->message, true}, sentence_of(*stop)};
}

Unsolved lack_of_host(const Shortage& shortage, HostPhase phase) {
  const std::string words = "Short of " + shortage_words(shortage);
  switch (phase) {
    case HostPhase::loading:
      return {{"host_loading", "host memory while loading"},
              words + " while the ranks of a node load the model."};
    case HostPhase::saving:
      return {{"host_saving", "host memory while saving"}, words + " while the model is saved."};
    case HostPhase::training:
      break;
  }
  return {{"cpu_memory", "host memory"}, words + "."};
}

Unsolved lack_of(const Shortage& shortage, const MemoryEstimate& estimate) {
  const std::string words = "Short of " + shortage_words(shortage) + ".";
  switch (shortage.limit) {
    case Limit::gpu:
      return {{"gpu_memory", "GPU memory"}, words};
    case Limit::host:
      return lack_of_host(shortage, estimate.cpu.lacks_in());
    case Limit::drive:
      return {{"nvme_capacity", "the drives"}, words};
    case Limit::none:
      break;
  }
  return {{"speed", "the speed asked for"}, "Too slow."};
}

}  // namespace

bool Solver::runs(const Plan& plan, int left) {
  const Watch watch = course_.next(left + words_left);
  if (!over_.every_plan) return plan_runs(plan);
  Search search(plan, over_.requirements.freedom, over_.requirements.fit, watch);
  Chooser chooser(search, over_.requirements);
  if (!over_.limits.are_any()) return chooser.any();
  const std::optional<Option> fastest = chooser.fastest();
  return fastest && beyond(with_pick(plan, fastest->pick)).why.empty();
}

bool Solver::is_stopped_by_rules(const Plan& plan) const {
  return over_.asks_rules && stop_of(plan, over_.carried) &&
         (!is_usable(plan) || estimate_memory(plan).fits());
}

Plan Solver::answer(const Plan& plan) {
  if (!over_.every_plan) return plan;
  Search search(plan, over_.requirements.freedom, over_.requirements.fit, course_.next(words_left));
  Chooser chooser(search, over_.requirements);
  const std::optional<Option> best = chooser.best();
  if (!best) return plan;
  const Plan chosen = with_pick(plan, best->pick);
  if (!over_.limits.are_any() || beyond(chosen).why.empty()) return chosen;
  return with_pick(plan, chooser.fastest()->pick);  // the best may be a little slower than the fastest
}

Unsolved Solver::why_not(const Plan& plan) {
  const Watch watch = course_.next(1);
  const std::optional<Unsolved> stop =
      over_.asks_rules ? stop_of(plan, over_.carried) : std::optional<Unsolved>();
  if (over_.every_plan) {
    Search search(plan, over_.requirements.freedom, over_.requirements.fit, watch);
    Chooser chooser(search, over_.requirements);
    const Reachability reachability = chooser.reachability();
    if (!reachability.nearest && stop) return *stop;
    if (const std::optional<Option> fastest = chooser.fastest(); fastest && over_.limits.are_any())
      return beyond(with_pick(plan, fastest->pick));
    Unsolved unsolved =
        reachability.nearest
            ? lack_of(reachability.shortage, estimate_memory(with_pick(plan, reachability.nearest->pick)))
            : Unsolved{{"refused", "what DeepSpeed refuses"}, ""};
    unsolved.why = verdict_of(choose(search, over_.requirements), plan);
    return unsolved;
  }
  if (stop) return *stop;
  if (!is_usable(plan)) return {};
  if (over_.limits.are_any() && fits_alone(plan)) return beyond(plan);
  return lack_of(
      shortage_of(figures_of(plan, over_.requirements.fit), capacity_of(plan, over_.requirements.fit)),
      estimate_memory(plan));
}

Unsolved Solver::beyond(const Plan& plan) const {
  if (!over_.limits.are_any()) return {};
  const WholeRun run = whole_run(plan, estimate_speed(plan));
  if (!run.progresses())
    return {{"deadline", "the deadline"}, "The run has no end, or its length is not known."};
  const double deadline = over_.limits.deadline_hours, budget = over_.limits.budget;
  if (budget > 0 && !(plan.cluster.gpu_hour_price > 0))
    return {{"budget", "the budget"}, "cluster.gpu_hour_price is not stated, so that no run has a cost."};
  if (deadline > 0 && run.wall_hours > deadline)
    return {{"deadline", "the deadline"},
            "Done in " + format_seconds(run.wall_hours * seconds_per_hour) + "."};
  if (budget > 0 && run.cost > budget)
    return {{"budget", "the budget"}, "Costs " + format_number(run.cost) + "."};
  return {};
}

bool Solver::plan_runs(const Plan& plan) const {
  return is_usable(plan) && !(over_.asks_rules && stop_of(plan, over_.carried)) && fits_alone(plan) &&
         beyond(plan).why.empty();
}

bool Solver::fits_alone(const Plan& plan) const {
  if (over_.requirements.fit == FitDemand::with_margin(0) && over_.requirements.least_tokens_per_s <= 0)
    return estimate_memory(plan).fits();
  const Estimated option = figures_of(plan, over_.requirements.fit);
  const double most = most_seconds(plan, over_.requirements);
  return fits(option, capacity_of(plan, over_.requirements.fit, over_.requirements.most_gpu)) &&
         (most <= 0 || option.seconds <= most);
}

}  // namespace zp
