// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/choice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/rules/check_plan.h"
#include "core/search/resolution.h"
#include "core/sharding/roles.h"

namespace zp {
namespace {

/// Shares of GPU memory left that count as some and as plenty. A longer sequence, an evaluation or a
/// fragmented allocator takes its memory from what is left; more than plenty helps nobody.
constexpr double some = 0.1, plenty = 0.25;

Key key(auto... parts) { return {static_cast<double>(parts)...}; }

}  // namespace

Chooser::Chooser(Search& search, const Requirements& wanted) : search_(search), wanted_(wanted) {
  search.stay_under(wanted.most_gpu);
  if (wanted.least_tokens_per_s > 0)
    most_seconds_ =
        static_cast<double>(tokens_per_example(search.origin().training)) / wanted.least_tokens_per_s;
}

bool Chooser::runs(const ComparedFigures& option) const {
  return search_.fits(option) && (most_seconds_ <= 0 || option.seconds <= most_seconds_);
}

std::optional<Option> Chooser::fastest() {
  const auto allows = [this](const ComparedFigures& option) { return runs(option); };
  return search_.least({[this](const ComparedFigures& option) {
                          return key(cost_of(option, wanted_.objective), option.seconds, option.parts,
                                     option.gpu.value(), option.changes);
                        },
                        allows, allows});
}

/// Boxes are asked with the widest resolution, because their picks differ. A pick that differs in more from
/// the fastest is less well told from it, so a slower plan may pass where a faster one does not; it loses to
/// the faster one, and so to the fastest.
std::optional<Option> Chooser::best_equal_to(const Option& fastest) {
  const double least_cost = cost_of(fastest, wanted_.objective);
  const bool has_resolution = row_of(wanted_.objective).is_of_the_clock();
  const auto merit = [&](const ComparedFigures& option) {
    return key(scarcity_of(option, search_.capacity()), option.parts, option.changes, option.seconds,
               option.gpu.value());
  };
  const auto within = [&](const ComparedFigures& option, double resolution) {
    return cost_of(option, wanted_.objective) <= least_cost * (1 + (has_resolution ? resolution : 0));
  };
  const auto is_equal = [&](const Option& option) {
    return within(option, resolution_between(option.pick, fastest.pick));
  };
  for (double most_cost = std::numeric_limits<double>::infinity();;) {
    const auto is_cheaper = [&](const ComparedFigures& option) {
      return runs(option) && cost_of(option, wanted_.objective) < most_cost;
    };
    const std::optional<Option> best =
        search_.least({merit, [&](const Option& option) { return is_cheaper(option) && is_equal(option); },
                       [&](const ComparedFigures& option) {
                         return is_cheaper(option) && within(option, widest_resolution());
                       }});
    if (!best || !has_resolution) return best;
    const auto no_slower = [&, cost = cost_of(*best, wanted_.objective)](const ComparedFigures& option) {
      return runs(option) && cost_of(option, wanted_.objective) <= cost;
    };
    const std::optional<Option> better = search_.least({merit, no_slower, no_slower});
    if (!better || !(merit(*better) < merit(*best))) return best;
    most_cost = cost_of(*better, wanted_.objective);
  }
}

std::optional<Option> Chooser::best() {
  const std::optional<Option> by_objective = fastest();
  if (!by_objective) return std::nullopt;
  const std::optional<Option> equal = best_equal_to(*by_objective);
  return equal ? equal : by_objective;
}

std::optional<Option> Chooser::nearest(std::optional<Strategy> strategy) {
  const auto any = [](const ComparedFigures&) { return true; };
  return search_.least({[&](const ComparedFigures& option) {
                          return key(shortage_of(option, search_.capacity()).bytes.value(), option.seconds);
                        },
                        any, any, strategy});
}

Reachability Chooser::reach() {
  if (any()) return {true, {}, {}};
  Reachability reach{false, nearest({}), {}};
  if (reach.nearest) reach.shortage = shortage_of(*reach.nearest, search_.capacity());
  return reach;
}

Family Chooser::family_of(const Strategy& strategy) {
  const auto allows = [this](const ComparedFigures& option) { return runs(option); };
  Family family{strategy, {}, {}, {}};
  family.fastest = search_.least(
      {[](const ComparedFigures& option) { return key(option.seconds, option.parts, option.changes); },
       allows, allows, strategy});
  if (family.fastest) return family;
  family.nearest = nearest(strategy);
  if (family.nearest) family.shortage = shortage_of(*family.nearest, search_.capacity());
  return family;
}

bool Chooser::any(std::optional<Strategy> strategy) {
  const auto allows = [this](const ComparedFigures& option) { return runs(option); };
  return search_.least({[](const ComparedFigures&) { return Key{}; }, allows, allows, strategy}).has_value();
}

double cost_of(const ComparedFigures& option, Objective objective) {
  switch (objective) {
    case Objective::throughput:
      return option.seconds;
    case Objective::cost:
      return option.seconds * option.gpus;
    case Objective::gpus:
      return option.gpus;
    case Objective::memory:
      return static_cast<double>(option.gpu.value());
    case Objective::simplicity:
      return option.parts;
  }
  return 0;
}

int scarcity_of(const ComparedFigures& option, const Capacity& capacity) {
  const double left = 1 - ratio(option.gpu, capacity.gpu);
  return left >= plenty ? 0 : left >= some ? 1 : 2;
}

PlanChoice choose(Search& search, const Requirements& wanted) {
  Chooser chooser(search, wanted);
  PlanChoice choice;
  choice.wanted = wanted;
  choice.capacity = search.capacity();
  choice.present.pick = pick_of(search.origin());
  if (search.counts_origin()) {
    choice.present = search.evaluate(choice.present.pick);
    choice.present_runs = chooser.runs(choice.present) && search.is_accepted(choice.present);
  }
  choice.fastest = chooser.fastest();
  if (choice.fastest) choice.best = chooser.best_equal_to(*choice.fastest);
  for (const Strategy& strategy : all_strategies())
    choice.families.push_back(chooser.family_of(strategy));
  choice.searched = search.decided();
  choice.estimated = search.estimated();
  return choice;
}

PlanChoice choose(const Plan& plan, const Requirements& wanted, Watch watch) {
  Search search(plan, wanted.freedom, wanted.margin, std::move(watch));
  return choose(search, wanted);
}

std::vector<std::optional<Reachability>> reach_of(std::span<const Plan> plans, const Requirements& wanted,
                                                  const Watch& watch) {
  std::vector<std::optional<Reachability>> all;
  for (const Plan& plan : plans) {
    const double before = static_cast<double>(all.size()) / static_cast<double>(plans.size());
    if (watch && !watch(before)) throw SearchStopped();
    std::optional<Reachability>& reach = all.emplace_back();
    if (!is_usable(plan)) continue;
    Search search(plan, wanted.freedom, wanted.margin, [&](double) { return !watch || watch(before); });
    reach = Chooser(search, wanted).reach();
  }
  return all;
}

double tokens_per_s(const ComparedFigures& option, const Plan& origin) {
  return option.seconds > 0 ? static_cast<double>(tokens_per_example(origin.training)) / option.seconds : 0;
}

}  // namespace zp
