// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/rules/check_plan.h"
#include "core/search/resolution.h"
#include "core/search/wrong_tool.h"
#include "core/sharding/roles.h"

namespace zp {
namespace {

Key key(auto... parts) { return {static_cast<double>(parts)...}; }

}  // namespace

std::int64_t usual_sequences(const Plan& plan) {
  return static_cast<std::int64_t>(usual_batch) / std::max<std::int64_t>(1, tokens_per_example(plan));
}

double most_seconds(const Plan& plan, const Requirements& requirements) {
  if (requirements.least_tokens_per_s <= 0) return 0;
  return static_cast<double>(tokens_per_example(plan)) / requirements.least_tokens_per_s;
}

Chooser::Chooser(Search& search, const Requirements& requirements)
    : search_(search),
      requirements_(requirements),
      most_seconds_(most_seconds(search.origin(), requirements)) {
  search.limit_gpu_memory(requirements.most_gpu);
}

bool Chooser::runs(const ComparedFigures& option) const {
  return search_.fits(option) && (most_seconds_ <= 0 || option.seconds <= most_seconds_);
}

std::int64_t Chooser::chosen_batch(const ComparedFigures& option) const {
  return requirements_.freedom.grows_batch() ? option.batch : 0;
}

double Chooser::burden(const ComparedFigures& option) const {
  const std::int64_t batch = chosen_batch(option);
  if (batch == 0) return option.parts;
  const double tokens =
      static_cast<double>(batch) * static_cast<double>(tokens_per_example(search_.origin()));
  const auto doublings = [tokens](double above) { return std::max(0.0, std::log2(tokens / above)); };
  return option.parts + doublings(small_batch) + 2 * doublings(usual_batch);
}

std::optional<Option> Chooser::fastest() {
  return least([this](const ComparedFigures& option) {
    return key(cost_of(option, requirements_.objective), option.seconds, option.mechanisms, option.parts,
               option.gpu.value());
  });
}

/// With an exact objective, such as the least memory, the number of mechanisms only decides between equally
/// good options.
std::optional<Option> Chooser::plainest() {
  if (!row_of(requirements_.objective).is_estimated_time())
    return least([this](const ComparedFigures& option) {
      return key(cost_of(option, requirements_.objective), option.mechanisms, option.seconds, option.parts,
                 option.gpu.value());
    });
  if (most_plain_cost_ <= 0) {
    const std::optional<Option> fastest = this->fastest();
    if (!fastest) return std::nullopt;
    most_plain_cost_ = most_price_of_plainness * cost_of(*fastest, requirements_.objective);
  }
  const auto allows = [this](const ComparedFigures& option) {
    return cost_of(option, requirements_.objective) <= most_plain_cost_ && runs(option);
  };
  return search_.least({[this](const ComparedFigures& option) {
                          return key(option.mechanisms, cost_of(option, requirements_.objective),
                                     option.parts, option.gpu.value());
                        },
                        allows, allows});
}

std::optional<Option> Chooser::best_like(const Option& plainest) {
  if (!row_of(requirements_.objective).is_estimated_time()) return plainest;
  double most_cost = cost_of(plainest, requirements_.objective) * (1 + error_of(DimensionKind::sizes));
  if (most_plain_cost_ > 0) most_cost = std::min(most_cost, most_plain_cost_);
  const auto is_as_good = [&](const ComparedFigures& option) {
    return option.mechanisms <= plainest.mechanisms &&
           cost_of(option, requirements_.objective) <= most_cost && runs(option);
  };
  return search_.least({[this](const ComparedFigures& option) {
                          return key(burden(option), option.parts, cost_of(option, requirements_.objective),
                                     option.gpu.value());
                        },
                        is_as_good, is_as_good});
}

std::optional<Option> Chooser::best() {
  const std::optional<Option> plain = plainest();
  return plain ? best_like(*plain) : std::nullopt;
}

std::optional<Option> Chooser::least(const std::function<Key(const ComparedFigures&)>& key) {
  const auto allows = [this](const ComparedFigures& option) { return runs(option); };
  return search_.least({key, allows, allows});
}

std::optional<Option> Chooser::nearest(std::optional<Strategy> strategy) {
  const auto any = [](const ComparedFigures&) { return true; };
  return search_.least(
      {[&](const ComparedFigures& option) {
         const auto [alone, beyond, together] = shortage_of(option, search_.capacity()).distance();
         return key(alone.value(), beyond.value(), together.value(),
                    std::max(chosen_batch(option), usual_sequences(search_.origin())), option.seconds);
       },
       any, any, strategy});
}

Reachability Chooser::reachability() {
  if (any()) return {true, {}, {}};
  Reachability reachability{false, nearest({}), {}};
  if (reachability.nearest) reachability.shortage = shortage_of(*reachability.nearest, search_.capacity());
  return reachability;
}

Family Chooser::family_of(const Strategy& strategy) {
  const auto allows = [this](const ComparedFigures& option) { return runs(option); };
  Family family{strategy, {}, {}, {}};
  family.fastest = search_.least(
      {[](const ComparedFigures& option) { return key(option.seconds, option.mechanisms, option.parts); },
       allows, allows, strategy});
  if (family.fastest) return family;
  family.nearest = nearest(strategy);
  if (family.nearest) family.shortage = shortage_of(*family.nearest, search_.capacity());
  return family;
}

bool Chooser::runs_with_more_than(std::int64_t batch) {
  const auto allows = [&](const ComparedFigures& option) { return option.batch > batch && runs(option); };
  const auto may_allow = [this](const ComparedFigures& option) { return runs(option); };
  return search_.least({[](const ComparedFigures&) { return Key{}; }, allows, may_allow, {}}).has_value();
}

bool Chooser::any(std::optional<Strategy> strategy) {
  const auto allows = [this](const ComparedFigures& option) { return runs(option); };
  return search_.least({[](const ComparedFigures&) { return Key{}; }, allows, allows, strategy}).has_value();
}

std::string_view name_of(VerdictKind kind) {
  constexpr std::array<std::string_view, 3> names = {"run", "wrong_tool", "nothing_fits"};
  return names[static_cast<std::size_t>(kind)];
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

PlanChoice choose(Search& search, const Requirements& requirements) {
  Chooser chooser(search, requirements);
  search.limit_batch(0);
  PlanChoice choice;
  choice.requirements = requirements;
  choice.capacity = search.capacity();
  choice.present.pick = pick_of(search.origin());
  if (search.counts_origin()) {
    choice.present = search.evaluate(choice.present.pick);
    choice.present_is_taken = search.is_accepted(choice.present);
    choice.present_fits = search.fits(choice.present);
    choice.present_runs = choice.present_is_taken && chooser.runs(choice.present);
  }
  choice.plainest = chooser.plainest();
  if (choice.plainest) {
    choice.best = chooser.best_like(*choice.plainest);
    if (requirements.freedom.open_batch) {
      choice.larger_batch_runs = chooser.runs_with_more_than(choice.best->batch);
      search.limit_batch(std::max(choice.best->batch, usual_sequences(search.origin())));
      choice.plainest = chooser.plainest();
    }
    choice.why_wrong_tool = why_wrong_tool(with_pick(search.origin(), choice.best->pick));
    choice.kind = choice.why_wrong_tool.empty() ? VerdictKind::run : VerdictKind::wrong_tool;
    if (choice.kind == VerdictKind::wrong_tool) choice.best.reset();
  }
  choice.fastest = chooser.fastest();
  for (const Strategy& strategy : strategies_of(search.origin()))
    choice.families.push_back(chooser.family_of(strategy));
  choice.searched = search.decided();
  choice.estimated = search.estimated();
  return choice;
}

PlanChoice choose(const Plan& plan, const Requirements& requirements, Watch watch) {
  Search search(plan, requirements.freedom, requirements.fit, std::move(watch));
  return choose(search, requirements);
}

std::vector<std::optional<Reachability>> reach_of(std::span<const Plan> plans,
                                                  const Requirements& requirements, const Watch& watch) {
  std::vector<std::optional<Reachability>> all;
  for (const Plan& plan : plans) {
    const double before = static_cast<double>(all.size()) / static_cast<double>(plans.size());
    if (watch && !watch(before)) throw SearchStopped();
    std::optional<Reachability>& reachability = all.emplace_back();
    if (!is_usable(plan)) continue;
    Search search(plan, requirements.freedom, requirements.fit,
                  [&](double) { return !watch || watch(before); });
    reachability = Chooser(search, requirements).reachability();
  }
  return all;
}

double tokens_per_s(const ComparedFigures& option, const Plan& origin) {
  return option.seconds > 0 ? static_cast<double>(tokens_per_example(origin)) / option.seconds : 0;
}

}  // namespace zp
