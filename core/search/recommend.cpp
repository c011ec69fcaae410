// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/recommend.h"

#include <algorithm>

#include "core/search/choice_words.h"

namespace zp {
namespace {

/// Relative difference above which points of the frontier are listed separately.
constexpr double frontier_step = 0.05;

void add_once(std::vector<Option>& options, const std::optional<Option>& option) {
  if (option && std::ranges::find(options, option->pick, &Option::pick) == options.end())
    options.push_back(*option);
}

int index_in(const std::vector<Option>& options, const Option& option) {
  return static_cast<int>(std::ranges::find(options, option.pick, &Option::pick) - options.begin());
}

/// Cuts the options to the first `limit`. The best keeps its position, or takes the last one if it was cut
/// off.
void cut(std::vector<Option>& options, const Option& best, int limit) {
  const auto most = static_cast<std::size_t>(limit);
  if (limit <= 0 || options.size() <= most) return;
  const auto at = std::ranges::find(options, best.pick, &Option::pick);
  if (at - options.begin() >= limit) options[most - 1] = best;
  options.resize(most);
}

bool is_beaten(const Option& option, const std::vector<Option>& others) {
  return std::ranges::any_of(others, [&](const Option& other) {
    return other.gpu <= option.gpu && other.seconds <= option.seconds &&
           (other.gpu < option.gpu || other.seconds < option.seconds);
  });
}

}  // namespace

std::string name_of(const Option& option, const Pick& origin) {
  std::string name = name_of(strategy_of(option));
  for (const PickDifference& difference : differences(origin, option.pick)) {
    if (difference.id == DimensionId::strategy) continue;
    std::string value = difference.to;
    std::erase(value, ' ');
    if (difference.id == DimensionId::batch)
      name += ".mb" + value.substr(0, value.find("×"));
    else if (difference.id == DimensionId::checkpointing)
      name += value == "full" ? ".ckpt" : ".ckpt-" + value;
    else
      name += "." + std::string(dimension(difference.id).name) + "-" + value;
  }
  return name;
}

Recommendation recommend(const Plan& plan, const Requirements& requirements, int limit, const Watch& watch) {
  Recommendation result;
  Search search(plan, requirements.freedom, requirements.fit, watch);
  result.choice = choose(search, requirements);
  const PlanChoice& choice = result.choice;
  const Pick origin = pick_of(plan);

  std::vector<Option> options;
  if (choice.fastest) {
    add_once(options, choice.best);
    add_once(options, choice.plainest);
    add_once(options, choice.fastest);
    for (const Family& family : choice.families)
      add_once(options, family.fastest);
    for (const Option& option : search.frontier(frontier_step, options))
      if (requirements.least_tokens_per_s <= 0 ||
          tokens_per_s(option, plan) >= requirements.least_tokens_per_s)
        add_once(options, option);
    std::ranges::stable_sort(options, {},
                             [&](const Option& option) { return cost_of(option, requirements.objective); });
    cut(options, choice.best ? *choice.best : *choice.plainest, limit);
    if (choice.best) result.best = index_in(options, *choice.best);
  }
  for (std::size_t i = 0; i < options.size(); ++i) {
    Candidate candidate = candidate_of(with_pick(plan, options[i].pick), name_of(options[i], origin));
    candidate.rank = static_cast<int>(i) + 1;
    result.candidates.push_back(std::move(candidate));
    if (!is_beaten(options[i], options)) result.frontier.push_back(static_cast<int>(i));
  }

  SensitivityTable outlook = outlook_of(choice, search, watch);
  for (std::size_t i = 0; i < choice.families.size(); ++i)
    if (const Family& family = choice.families[i]; !family.fastest)
      result.rejected.push_back(
          {name_of(family.strategy), label_of(family.strategy), why_not(family, choice, plan),
           family.shortage.beyond() > Bytes(0) ? family.shortage.beyond() : family.shortage.bytes,
           outlook.nearest_fix[i]});
  result.verdict = verdict_of(choice, plan);
  if (const Sensitivity* change = outlook.way_out(); change != nullptr && choice.kind != VerdictKind::run)
    result.verdict += ' ' + way_out_words(*change, choice.kind);
  result.sensitivity = std::move(outlook.changes);
  return result;
}

}  // namespace zp
