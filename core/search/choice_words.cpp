// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/choice_words.h"

#include <algorithm>
#include <cmath>

#include "core/search/resolution.h"
#include "core/units/format.h"

namespace zp {
namespace {

constexpr std::size_t index_of(DimensionId id) { return static_cast<std::size_t>(id); }

/// Whether a stage reads what the dimension decides: sizes of stage 3 say nothing of stage 2.
bool is_read(DimensionId id, const Pick& pick) {
  const Strategy strategy = all_strategies()[static_cast<std::size_t>(pick[index_of(DimensionId::strategy)])];
  switch (id) {
    case DimensionId::prefetch:
    case DimensionId::live:
    case DimensionId::reuse:
    case DimensionId::persistence:
    case DimensionId::sub_group:
    case DimensionId::secondary:
    case DimensionId::quantised_weights:
    case DimensionId::quantised_gradients:
      return strategy.stage == 3;
    case DimensionId::allgather_bucket:
      return strategy.stage == 1 || strategy.stage == 2;
    case DimensionId::reduce_bucket:
    case DimensionId::overlap:
      return strategy.stage > 0;
    case DimensionId::ratio:
      return strategy.stage == 3 && strategy.optimizer == Device::cpu;
    case DimensionId::optimizer_pinning:
      return strategy.optimizer == Device::cpu;
    case DimensionId::parameter_pinning:
      return strategy.parameters == Device::cpu;
    default:
      return true;
  }
}

/// What DeepSpeed does where nothing is said, which need not be said either.
bool is_default(DimensionId id, const Pick& pick) {
  const Strategy strategy = all_strategies()[static_cast<std::size_t>(pick[index_of(DimensionId::strategy)])];
  return id == DimensionId::overlap && (pick[index_of(id)] != 0) == (strategy.stage == 3);
}

/// "12 %", of a factor above or below 1.
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

/// What the best plan has over the fastest.
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

}  // namespace

std::vector<PickDifference> differences(const Pick& from, const Pick& to) {
  std::vector<PickDifference> all;
  for (const Dimension& dimension : dimensions()) {
    const std::size_t d = index_of(dimension.id);
    if (from[d] == to[d] || !is_read(dimension.id, to) || is_default(dimension.id, to)) continue;
    all.push_back({dimension.id, dimension.title,
                   is_read(dimension.id, from) ? print_value(dimension.id, from[d]) : "not read",
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

std::string figures_of(const Option& option, const Plan& plan) {
  const std::string memory =
      format_gib_value(option.gpu) + " of " + format_gib(capacity_of(plan).gpu) + " per GPU";
  return option.seconds > 0 ? speed_of(option, plan) + ", " + memory : memory;
}

std::string reason_for_best(const PlanChoice& choice, const Plan& plan) {
  if (!choice.best) return "";
  const Option &best = *choice.best, &fastest = *choice.fastest;
  if (best.pick == fastest.pick)
    return best.seconds > 0 ? "The fastest that fits" : "The least to get right of what fits";
  if (best.seconds <= 0) return "Fits" + advantages(best, fastest);
  return "As fast as the fastest (" + speed_of(fastest, plan) + ") within what an estimate can tell" +
         advantages(best, fastest);
}

std::string verdict_of(const PlanChoice& choice, const Plan& plan, const Wanted& wanted) {
  const std::string compared = format_count(choice.searched) + " plans compared.";
  if (!choice.best) {
    const Option* nearest = nearest_of_all(choice);
    std::string room = wanted.margin > 0 ? ", the range of the estimate included" : "";
    if (wanted.least_tokens_per_s > 0)
      return "No plan that fits reaches " + format_per_s(wanted.least_tokens_per_s, "tokens") + ": " +
             compared;
    if (nearest == nullptr) return "No plan runs: DeepSpeed refuses all of them. " + compared;
    const Shortage shortage = shortage_of(*nearest, capacity_of(plan));
    return "Nothing fits" + room + ": " + title_of(*nearest, pick_of(plan)) + " comes nearest and lacks " +
           shortage_words(shortage) + ". " + compared;
  }
  const Option& best = *choice.best;
  if (best.changes == 0)
    return "Keep this plan: nothing that fits is faster by more than an estimate can tell, with as much "
           "memory left "
           "and as little to get right. " +
           compared;
  std::string sentence = "Run " + title_of(best, choice.present.pick) + ": " + figures_of(best, plan);
  if (best.seconds > 0 && choice.present_runs) {
    const double factor = speed_against(best, choice.present);
    const double told = resolution_between(best.pick, choice.present.pick);
    if (factor > 1 + told)
      sentence += ", " + change_of(factor) + " faster than this plan";
    else if (factor < 1 / (1 + told))
      sentence += ", " + change_of(factor) + " slower than this plan";
    else
      sentence += ", as fast as this plan within what an estimate can tell";
  } else if (!choice.present_runs) {
    sentence += "; this plan does not run";
  }
  return sentence + ". " + reason_for_best(choice, plan) + ". " + compared;
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

std::string why_not(const Family& family, const PlanChoice& choice, const Plan& plan) {
  if (family.fastest) {
    if (!choice.fastest || family.fastest->seconds <= 0) return "fits";
    const double factor = family.fastest->seconds / choice.fastest->seconds;
    const double told = resolution_between(family.fastest->pick, choice.fastest->pick);
    const std::string at =
        title_of(*family.fastest, choice.present.pick) + ", " + figures_of(*family.fastest, plan);
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
