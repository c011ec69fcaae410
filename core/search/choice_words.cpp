// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/choice_words.h"

#include <algorithm>
#include <cmath>

#include "core/search/resolution.h"
#include "core/units/format.h"
#include "core/units/index_of.h"

namespace zp {
namespace {

/// Returns true if the value is DeepSpeed's own when nothing is set, so that it need not be said.
bool is_default(DimensionId id, const Pick& pick) {
  return id == DimensionId::overlap && (pick[index_of(id)] != 0) == (strategy_of(pick).stage == 3);
}

/// Returns "12 %" for a factor above or below 1.
std::string change_of(double factor) { return format_percent(std::abs(factor - 1)); }

double speed_against(const Option& option, const Option& other) {
  return option.seconds > 0 && other.seconds > 0 ? other.seconds / option.seconds : 1;
}

std::string place_of(Limit limit) {
  return limit == Limit::gpu    ? "on each GPU"
         : limit == Limit::host ? "of host memory on each node"
                                : "on the drives of each node";
}

bool offloads(const Option& option) {
  const Strategy strategy = strategy_of(option);
  return strategy.optimizer != Device::none || strategy.parameters != Device::none;
}

/// Returns the advantages of the best plan over the fastest, in words.
std::string advantages(const Option& best, const Option& fastest) {
  std::vector<std::string> words;
  if (const Bytes more = fastest.gpu - best.gpu; more > from_gib(1))
    words.push_back(format_gib(more) + " more free");
  if (!offloads(best) && offloads(fastest)) words.emplace_back("nothing offloaded");
  if (words.empty() && best.parts < fastest.parts) words.emplace_back("less to get right");
  if (words.empty() && best.changes < fastest.changes) words.emplace_back("nearer to this plan");
  std::string all;
  for (const std::string& word : words)
    all += ", " + word;
  return all;
}

const Option* nearest_of_all(const PlanChoice& choice) {
  const Family* nearest = nullptr;
  for (const Family& family : choice.families)
    if (family.nearest && (nearest == nullptr || family.shortage.bytes < nearest->shortage.bytes))
      nearest = &family;
  return nearest == nullptr ? nullptr : &*nearest->nearest;
}

std::string speed_of(const Option& option, const Plan& plan) {
  return format_per_s(tokens_per_s(option, plan), "tokens");
}

/// Returns a sentence that names the option that comes nearest, and what it lacks.
std::string why_nothing_runs(const PlanChoice& choice) {
  const Requirements& wanted = choice.wanted;
  const Option* nearest = nearest_of_all(choice);
  if (nearest == nullptr) return "No plan runs: DeepSpeed refuses all of them.";
  const Shortage shortage = shortage_of(*nearest, choice.capacity);
  if (shortage.limit == Limit::none)
    return "No plan that fits reaches " + format_per_s(wanted.least_tokens_per_s, "tokens") + ".";
  const std::string room = wanted.margin > 0 ? ", the range of the estimate included" : "";
  return "No plan fits" + room + ": " + title_of(*nearest, choice.present.pick) +
         " comes nearest and lacks " + shortage_words(shortage) + ".";
}

std::string why_keep(Objective objective) {
  return row_of(objective).is_of_the_clock()
             ? "nothing that fits is better by more than an estimate can tell, with as much memory left and "
               "as little to get right"
             : "nothing that fits is better";
}

std::string speed_against_present(const PlanChoice& choice) {
  const double factor = speed_against(*choice.best, choice.present);
  const double told = resolution_between(choice.best->pick, choice.present.pick);
  if (factor > 1 + told) return change_of(factor) + " faster than this plan";
  if (factor < 1 / (1 + told)) return change_of(factor) + " slower than this plan";
  return "as fast as this plan within what an estimate can tell";
}

}  // namespace

std::vector<PickDifference> differences(const Pick& from, const Pick& to) {
  std::vector<PickDifference> all;
  for (const Dimension& dimension : dimensions()) {
    const std::size_t d = index_of(dimension.id);
    if (from[d] == to[d] || !is_read(dimension, strategy_of(to)) || is_default(dimension.id, to)) continue;
    all.push_back({dimension.id, dimension.title,
                   is_read(dimension, strategy_of(from)) ? print_value(dimension.id, from[d]) : "not read",
                   print_value(dimension.id, to[d])});
  }
  return all;
}

std::string title_of(const Option& option, const Pick& origin) {
  std::string title = label_of(strategy_of(option)) + " · " +
                      phrase_of(DimensionId::batch, option.pick[index_of(DimensionId::batch)]);
  for (const PickDifference& difference : differences(origin, option.pick))
    if (difference.id != DimensionId::strategy && difference.id != DimensionId::batch)
      title += " · " + phrase_of(difference.id, option.pick[index_of(difference.id)]);
  return title;
}

std::string shortage_words(const Shortage& shortage) {
  return format_bytes(shortage.bytes) + " " + place_of(shortage.limit);
}

std::string summary_of(const Option& option, const Capacity& capacity, const Plan& plan) {
  const std::string memory = format_gib_value(option.gpu) + " of " + format_gib(capacity.gpu) + " per GPU";
  return option.seconds > 0 ? speed_of(option, plan) + ", " + memory : memory;
}

std::string compared_words(const PlanChoice& choice) {
  return format_count(choice.searched) + " plans compared.";
}

std::string reason_for_best(const PlanChoice& choice, const Plan& plan) {
  if (!choice.best) return "";
  const Option &best = *choice.best, &fastest = *choice.fastest;
  const bool has_clock = best.seconds > 0;
  const ObjectiveRow& objective = row_of(choice.wanted.objective);
  const ObjectiveRow& told =
      objective.is_of_the_clock() && !has_clock ? row_of(Objective::simplicity) : objective;
  if (best.pick == fastest.pick || !told.is_of_the_clock()) return std::string(told.best_is);
  return std::string(told.as_good_as) + " (" + speed_of(fastest, plan) +
         ") within what an estimate can tell" + advantages(best, fastest);
}

std::string verdict_of(const PlanChoice& choice, const Plan& plan) {
  if (!choice.best) return why_nothing_runs(choice) + " " + compared_words(choice);
  const Option& best = *choice.best;
  if (best.changes == 0)
    return "Keep this plan: " + why_keep(choice.wanted.objective) + ". " + compared_words(choice);
  std::string sentence =
      "Run " + title_of(best, choice.present.pick) + ": " + summary_of(best, choice.capacity, plan);
  if (!choice.present_runs)
    sentence += "; this plan does not run";
  else if (best.seconds > 0)
    sentence += ", " + speed_against_present(choice);
  return sentence + ". " + reason_for_best(choice, plan) + ". " + compared_words(choice);
}

std::string sentence_of(const std::optional<Solution>& solution, Unknown unknown, const Plan& origin) {
  const std::string title(row_of(unknown).title);
  if (!solution) return title + ": nothing runs, whatever the value.";
  const Candidate& candidate = solution->candidate;
  Option option;
  option.pick = pick_of(candidate.plan);
  std::string sentence =
      title + ": " + counted(unknown, solution->value) + " with " + title_of(option, pick_of(origin));
  if (candidate.time.is_known) sentence += ", " + format_per_s(candidate.throughput.tokens_per_s, "tokens");
  sentence += ".";
  if (solution->refused > 0)
    sentence += " " + counted(unknown, solution->refused) + " would not do. " + solution->why_refused;
  return sentence;
}

std::string sensitivity_line(const Sensitivity& one) {
  if (!one.best) return one.change + ": nothing runs";
  const std::string speed = one.tokens_per_s > 0 ? format_per_s(one.tokens_per_s, "tokens") + ", " : "";
  if (!one.is_gain)
    return one.change + ": " + speed +
           (one.gain < -0.05 ? change_of(1 + one.gain) + " less" : "no more than an estimate can tell");
  const std::string gain = one.gain > 0 ? "+" + format_percent(one.gain) : "it runs";
  return one.change + ": " + speed + gain + ": " + one.title;
}

std::string why_nothing_runs(const Reachability& reach, const Plan& plan) {
  if (reach.runs) return "";
  if (!reach.nearest) return "No plan runs: DeepSpeed refuses those that would fit.";
  const std::string nearest = title_of(*reach.nearest, pick_of(plan));
  if (reach.shortage.limit == Limit::none) return "No plan that fits is as fast as requested.";
  return "No plan fits: short of " + shortage_words(reach.shortage) + " at best: " + nearest + ".";
}

std::string why_not(const Family& family, const PlanChoice& choice, const Plan& plan) {
  if (family.fastest) {
    if (!choice.fastest || family.fastest->seconds <= 0) return "fits";
    const double factor = family.fastest->seconds / choice.fastest->seconds;
    const double told = resolution_between(family.fastest->pick, choice.fastest->pick);
    const std::string at = title_of(*family.fastest, choice.present.pick) + ", " +
                           summary_of(*family.fastest, choice.capacity, plan);
    if (factor <= 1 + told) return "as fast within what an estimate can tell: " + at;
    return "fits, " +
           (factor < 2 ? change_of(factor) + " longer a step"
                       : format_number(factor, 2) + " times as long a step") +
           ": " + at;
  }
  if (!family.nearest) return "DeepSpeed refuses what would fit";
  return "short of " + shortage_words(family.shortage) +
         " at best: " + title_of(*family.nearest, choice.present.pick);
}

}  // namespace zp
