// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/choice_words.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/memory/odds.h"
#include "core/rules/check_plan.h"
#include "core/search/resolution.h"
#include "core/sharding/roles.h"
#include "core/units/format.h"
#include "core/units/index_of.h"

namespace zp {
namespace {

/// Returns true if the value is DeepSpeed's default, which need not be mentioned.
bool is_default(DimensionId id, const Pick& pick) {
  return id == DimensionId::overlap && (pick[index_of(id)] != 0) == (strategy_of(pick).stage == 3);
}

/// Differences below this share of a step are not mentioned.
constexpr double least_gap = 0.005;

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

std::string speed_of(const Option& option, const Plan& plan) {
  return format_per_s(tokens_per_s(option, plan), "tokens");
}

const Option* nearest_of_all(const PlanChoice& choice) {
  const Family* nearest = nullptr;
  for (const Family& family : choice.families)
    if (family.nearest && (nearest == nullptr || family.shortage.distance() < nearest->shortage.distance()))
      nearest = &family;
  return nearest == nullptr ? nullptr : &*nearest->nearest;
}

/// Returns "52.3 GiB on each GPU", or, if the estimate itself fits, why the odds are too low.
std::string lack_words(const Shortage& shortage, const Capacity& capacity) {
  if (shortage.beyond() > Bytes(0) || capacity.confidence <= 0) return shortage_words(shortage);
  return format_bytes(shortage.bytes) + " " + place_of(shortage.limit) + " for odds of " +
         format_percent(capacity.confidence) + ", though the estimate itself has room";
}

/// Returns why the plan is refused and the fix, with a space before it; "" if it is not refused itself.
std::string refusal_words(const Plan& plan) {
  for (const Finding& finding : check(plan))
    if (finding.severity <= Severity::fails_later)
      return " " + finding.message + (finding.fix.empty() ? "" : " " + finding.fix);
  return "";
}

/// Returns a sentence about the option closest to running and what it lacks, for a reader who already knows
/// that nothing runs.
std::string gist_of_none(const PlanChoice& choice, const Plan& plan) {
  const Option* nearest = nearest_of_all(choice);
  if (nearest == nullptr)
    return std::string(refusing_framework(plan)) + " refuses all of them." + refusal_words(plan);
  const Shortage shortage = shortage_of(*nearest, choice.capacity);
  if (shortage.limit == Limit::none)
    return "No plan that fits reaches " + format_per_s(choice.requirements.least_tokens_per_s, "tokens") +
           ".";
  return title_of(*nearest, choice.present.pick) + " comes nearest and lacks " +
         lack_words(shortage, choice.capacity) + ".";
}

/// Returns the same for a reader who does not know yet that nothing runs.
std::string why_nothing_runs(const PlanChoice& choice, const Plan& plan) {
  const std::string gist = gist_of_none(choice, plan);
  const Option* nearest = nearest_of_all(choice);
  if (nearest == nullptr) return "No plan runs: " + gist;
  const Shortage shortage = shortage_of(*nearest, choice.capacity);
  if (shortage.limit == Limit::none) return gist;
  if (shortage.beyond() == Bytes(0) && choice.capacity.confidence > 0)
    return "No plan fits with odds of " + format_percent(choice.capacity.confidence) + ". Nearest is " +
           title_of(*nearest, choice.present.pick) + ": " + summary_of(*nearest, choice.capacity, plan) +
           "; it lacks " + format_bytes(shortage.bytes) + ' ' + place_of(shortage.limit) + ".";
  const std::string room = choice.requirements.fit.margin > 0.0 ? ", the range of the estimate included" : "";
  return "No plan fits" + room + ": " + gist;
}

std::string why_keep(const PlanChoice& choice) {
  return row_of(choice.requirements.objective).is_estimated_time()
             ? "nothing that fits with as few mechanisms is faster by more than the clock can tell"
             : "nothing that fits is better";
}

/// Returns true if an option moves states off the GPU.
bool offloads(const Option& option) {
  const Strategy strategy = strategy_of(option);
  return strategy.optimizer != Device::none || strategy.parameters != Device::none;
}

/// Returns a sentence on a faster plan with more mechanisms, with a space before it; "" if there is none.
std::string faster_with_more(const PlanChoice& choice, const Plan& plan) {
  const Option &best = *choice.best, &fastest = *choice.fastest;
  if (fastest.mechanisms <= best.mechanisms || !row_of(choice.requirements.objective).is_estimated_time())
    return "";
  const double gain = speed_against(fastest, best) - 1;
  if (gain < resolution_between(fastest.pick, best.pick)) return "";
  return " Faster by " + format_percent(gain) +
         " with more to it: " + title_of(fastest, choice.present.pick) + ", " + speed_of(fastest, plan) +
         (offloads(fastest) ? "; the clock is least sure of offload." : ".");
}

/// Returns the fastest option with fewer mechanisms than the best plan; nullptr if there is none.
const Option* plainer_of(const PlanChoice& choice) {
  const Option* plainer = nullptr;
  for (const Family& family : choice.families)
    if (family.fastest && family.fastest->mechanisms < choice.best->mechanisms &&
        (plainer == nullptr || family.fastest->seconds < plainer->seconds))
      plainer = &*family.fastest;
  return plainer;
}

/// Returns a sentence, with a space before it, on a plan with fewer mechanisms that is too slow to be the
/// best (most_price_of_plainness); "" if there is none.
std::string slower_with_fewer(const PlanChoice& choice) {
  const Option* const plainer = plainer_of(choice);
  if (plainer == nullptr || choice.best->seconds <= 0) return "";
  return " " + label_of(strategy_of(*plainer)) + " runs with fewer mechanisms and takes " +
         format_number(plainer->seconds / choice.best->seconds, 3) +
         " times as long: " + title_of(*plainer, choice.present.pick) + ".";
}

/// Returns a sentence, with a space before it, that says why the best plan shards the weights although a
/// lower stage fits; "" if it does not shard them, or no lower stage fits.
std::string why_full_sharding(const PlanChoice& choice) {
  const Option& best = *choice.best;
  if (strategy_of(best).stage < 3 || best.seconds <= 0) return "";
  const Option* lower = nullptr;
  for (const Family& family : choice.families)
    if (family.strategy.stage < 3 && family.fastest && family.fastest->mechanisms <= best.mechanisms &&
        (lower == nullptr || family.fastest->seconds < lower->seconds))
      lower = &*family.fastest;
  if (lower == nullptr) return "";
  return " " + label_of(strategy_of(*lower)) + " fits too and takes " +
         change_of(lower->seconds / best.seconds) +
         (lower->batch == best.batch ? " longer a step: " : " longer for as many tokens: ") +
         title_of(*lower, choice.present.pick) + ".";
}

/// Returns why the best plan is taken although another is faster: ", with fewer settings and a smaller
/// batch".
std::string reason_for_slower(const Option& best, const Option& faster) {
  const bool has_fewer = best.parts < faster.parts, is_smaller = best.batch < faster.batch;
  if (!is_smaller) return ", with fewer settings";
  return has_fewer ? ", with fewer settings and a smaller batch" : ", with a smaller batch";
}

/// Returns the reason for a batch that the search chose: "; none is stated, so the search chose it: …".
std::string why_batch(const PlanChoice& choice) {
  const Freedom& freedom = choice.requirements.freedom;
  const std::string_view open = freedom.states_micro_batch    ? "no accumulation is stated"
                                : freedom.states_accumulation ? "no micro batch is stated"
                                                              : "none is stated";
  const std::string chosen = "; " + std::string(open) + ", so the search chose it";
  if (!row_of(choice.requirements.objective).is_estimated_time()) return chosen + ".";
  return chosen + (choice.larger_batch_runs ? ": the larger ones that it tried are about as fast."
                                            : ", the largest of those that it tried that fits.");
}

/// Returns a sentence with the best plan's global batch if the search chose it, with a space before it.
std::string batch_words(const PlanChoice& choice, const Plan& plan) {
  const Freedom& freedom = choice.requirements.freedom;
  if (!choice.best || !freedom.grows_batch()) return "";
  const Plan best = with_pick(plan, choice.best->pick);
  const std::int64_t examples = train_batch_size(best);
  const bool is_of_pairs = row_of(plan.training.method.method).sequences_per_example == 2;
  const std::string noun = is_of_pairs ? "pair" : "sequence";
  return " Global batch: " + format_count(examples) + ' ' + noun + (examples == 1 ? ", " : "s, ") +
         format_count(examples * tokens_per_example(best)) + " tokens" +
         (freedom.open_batch ? why_batch(choice) : ".");
}

/// Returns true if somebody chose the present plan's batch, so that the plan is one that somebody may run, or
/// if a rule refuses the plan, which is worth saying in any case.
bool is_present_chosen(const PlanChoice& choice) {
  const Freedom& freedom = choice.requirements.freedom;
  return !freedom.open_batch || freedom.states_micro_batch || freedom.states_accumulation ||
         !choice.present_is_taken;
}

/// Returns true if the best plan's speed says nothing against the present plan's: nobody chose the present
/// batch, and the best plan has another.
bool has_chosen_batch(const PlanChoice& choice) {
  return choice.requirements.freedom.open_batch && choice.best->batch != choice.present.batch;
}

std::string speed_against_present(const PlanChoice& choice) {
  const double factor = speed_against(*choice.best, choice.present);
  const double told = resolution_between(choice.best->pick, choice.present.pick);
  if (factor > 1 + told) return change_of(factor) + " faster than your plan";
  if (factor < 1 / (1 + told)) return change_of(factor) + " slower than your plan";
  return "as fast as your plan within what an estimate can tell";
}

/// Returns ", 38 % faster", or ", as fast as your plan" if the clock cannot tell the two plans apart.
std::string speed_beside_present(const PlanChoice& choice) {
  const double factor = speed_against(*choice.best, choice.present);
  const double told = resolution_between(choice.best->pick, choice.present.pick);
  if (factor <= 1 + told && factor >= 1 / (1 + told)) {
    const bool is_as_good =
        choice.present.gpu <= choice.best->gpu && choice.present.mechanisms <= choice.best->mechanisms;
    return is_as_good ? ", as fast as your plan, which is as good" : ", as fast as your plan";
  }
  return ", " + format_percent(std::round(std::abs(factor - 1) * 100) / 100) +
         (factor > 1 ? " faster" : " slower");
}

/// The heading of the window gives the same reason, with the missing memory.
constexpr std::string_view does_not_run = "your plan does not run";

/// Returns why the present plan is ruled out: "your plan's odds are 84 %, below 90 %".
std::string why_not_present(const PlanChoice& choice, const Plan& plan) {
  constexpr double fits = 0.5;
  const Plan present = with_pick(plan, choice.present.pick);
  const double odds = shown_odds(fit_odds(present, estimate_memory(present)).both);
  if (!choice.present_is_taken || odds < fits) return std::string(does_not_run);
  if (choice.present_fits) return "your plan is slower than is asked for";
  if (odds < choice.capacity.confidence)
    return "your plan's odds are " + format_percent(odds) + ", below " +
           format_percent(choice.capacity.confidence);
  return "your plan takes more memory than is asked for";
}

/// Returns a sentence, with a space before it, on a present plan that fits but whose odds are just below
/// those asked for; "" otherwise.
std::string present_just_misses(const PlanChoice& choice, const Plan& plan) {
  constexpr double likely = 0.5;
  if (!choice.present_is_taken || choice.present_fits || choice.present.seconds <= 0) return "";
  const Plan present = with_pick(plan, choice.present.pick);
  if (shown_odds(fit_odds(present, estimate_memory(present)).both) < likely) return "";
  std::string why = why_not_present(choice, plan);
  why.front() = 'Y';
  return " " + why + "; it makes " + speed_of(choice.present, plan) + ".";
}

}  // namespace

std::string_view refusing_framework(const Plan& plan) {
  return plan.training.framework == Framework::deepspeed ? "DeepSpeed" : "PyTorch";
}

std::vector<PickDifference> differences(const Pick& from, const Pick& to) {
  std::vector<PickDifference> all;
  for (const Dimension& dimension : dimensions()) {
    const std::size_t d = index_of(dimension.id);
    if (from[d] == to[d] || !is_read(dimension, strategy_of(to))) continue;
    if (is_default(dimension.id, from) && is_default(dimension.id, to)) continue;
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

std::string joined_lacks(const Shortage& shortage, const std::function<std::string(Limit, Bytes)>& say) {
  std::string text;
  for (const auto& [limit, bytes] :
       {std::pair(Limit::gpu, shortage.gpu), {Limit::host, shortage.host}, {Limit::drive, shortage.drive}})
    if (bytes > Bytes(0)) text += (text.empty() ? "" : " and ") + say(limit, bytes);
  return text;
}

std::string shortage_words(const Shortage& shortage) {
  if (shortage.beyond() == Bytes(0)) return format_bytes(shortage.bytes) + " " + place_of(shortage.limit);
  return joined_lacks(shortage,
                      [](Limit limit, Bytes bytes) { return format_bytes(bytes) + " " + place_of(limit); });
}

std::string summary_of(const Option& option, const Capacity& capacity, const Plan& plan) {
  const MemoryEstimate estimate = estimate_memory(with_pick(plan, option.pick));
  std::string text = format_gib_value(estimate.gpu.needed()) + " of " + format_gib(capacity.gpu) + " per GPU";
  if (estimate.gpu.is_filled_by_cache()) text = "needs " + text;
  if (option.seconds > 0) text = speed_of(option, plan) + ", " + text;
  if (capacity.confidence <= 0) return text;
  return text + ", odds " + format_percent(shown_odds(fit_odds(with_pick(plan, option.pick), estimate).both));
}

Bytes shown_peak(const Option& option, const Plan& plan) {
  return estimate_memory(with_pick(plan, option.pick)).gpu.peak;
}

std::string card_summary(const PlanChoice& choice, const Plan& plan) {
  if (!choice.best) return gist_of_none(choice, plan);
  const Option& best = *choice.best;
  const std::string figures = summary_of(best, choice.capacity, plan);
  if (choice.keeps_present()) return "It is this plan: " + figures + ".";
  std::string text = figures;
  if (best.seconds > 0) {
    const std::string speed = speed_of(best, plan);  // the summary begins with the same words
    text = speed + (choice.present_runs && !has_chosen_batch(choice) ? speed_beside_present(choice) : "") +
           "." + figures.substr(speed.size() + 1);
  }
  const std::size_t changes = differences(choice.present.pick, best.pick).size();
  text += ". Changes " + std::to_string(changes) + (changes == 1 ? " setting." : " settings.");
  if (choice.present_runs) return text;
  std::string why = why_not_present(choice, plan);
  if (why == does_not_run) return text;
  why.front() = 'Y';
  return text + ' ' + why + '.';
}

std::string why_best(const PlanChoice& choice, const Plan& plan) {
  const Family* next = nullptr;
  for (const Family& family : choice.families) {
    if (!family.fastest || family.strategy == strategy_of(*choice.best)) continue;
    if (next == nullptr || family.fastest->seconds < next->fastest->seconds) next = &family;
  }
  const std::string other =
      next == nullptr ? "No other strategy runs."
                      : "Next is " + label_of(next->strategy) + ": " + why_not(*next, choice, plan) + ".";
  return reason_for_best(choice, plan) + batch_words(choice, plan) + " " + other + " " +
         compared_words(choice);
}

std::string compared_words(const PlanChoice& choice) {
  return format_count(choice.searched) + " plans compared.";
}

std::string reason_for_best(const PlanChoice& choice, const Plan& plan) {
  if (!choice.best) return "";
  const Option &best = *choice.best, &fastest = *choice.fastest, &plainest = *choice.plainest;
  const bool has_clock = best.seconds > 0;
  const ObjectiveRow& objective = row_of(choice.requirements.objective);
  const ObjectiveRow& told =
      objective.is_estimated_time() && !has_clock ? row_of(Objective::simplicity) : objective;
  if (best.pick == fastest.pick || !told.is_estimated_time())
    return std::string(told.best_phrase) + "." +
           (told.is_estimated_time() ? slower_with_fewer(choice) + why_full_sharding(choice) : "");
  const bool leaves_out = fastest.mechanisms > plainest.mechanisms;
  const Option* const plainer = plainer_of(choice);
  const std::string without = !leaves_out                            ? ""
                              : offloads(fastest) && !offloads(best) ? " without offload"
                              : plainer != nullptr                   ? " with as few mechanisms"
                                                                     : " with the fewest mechanisms";
  const double gap = 1 - 1 / speed_against(plainest, best);
  // Tables and charts also show the plan that is faster by an amount too small to mention.
  const std::string with = reason_for_slower(best, plainest);
  std::string reason =
      gap > 0 ? std::string(told.tie_phrase) + without + with : std::string(told.best_phrase) + without;
  if (gap >= least_gap) {
    const double resolution = resolution_between(best.pick, plainest.pick);
    reason = format_percent(gap) + " slower than the fastest" + without + " (" + speed_of(plainest, plan) +
             ")" + with;
    if (gap < resolution)
      reason += "; this comparison cannot tell apart less than " + format_percent(resolution);
  }
  return reason + "." + faster_with_more(choice, plan) + slower_with_fewer(choice) +
         why_full_sharding(choice);
}

std::string answer_of(const PlanChoice& choice, const Plan& plan) {
  if (choice.kind == VerdictKind::wrong_tool)
    return choice.why_wrong_tool + present_just_misses(choice, plan);
  if (!choice.best) return why_nothing_runs(choice, plan);
  const Option& best = *choice.best;
  if (choice.keeps_present()) return "Keep this plan: " + why_keep(choice) + "." + batch_words(choice, plan);
  std::string sentence =
      "Run " + title_of(best, choice.present.pick) + ": " + summary_of(best, choice.capacity, plan);
  if (!choice.present_runs)
    sentence += is_present_chosen(choice) ? "; " + why_not_present(choice, plan) : "";
  else if (best.seconds > 0 && !has_chosen_batch(choice))
    sentence += ", " + speed_against_present(choice);
  return sentence + "." + batch_words(choice, plan);
}

std::string verdict_of(const PlanChoice& choice, const Plan& plan) {
  std::string text = answer_of(choice, plan);
  if (choice.best && choice.kind != VerdictKind::wrong_tool)
    text += choice.keeps_present() ? faster_with_more(choice, plan) : " " + reason_for_best(choice, plan);
  return text + " " + compared_words(choice);
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

bool is_worth_a_line(const Sensitivity& one) { return one.is_gain; }

std::string sensitivity_line(const Sensitivity& one) {
  if (!one.best) return one.change + ": nothing runs";
  const std::string speed = one.tokens_per_s > 0 ? format_per_s(one.tokens_per_s, "tokens") + ", " : "";
  if (!one.is_gain) return one.change + ": " + speed + change_of(1 + one.gain) + " less";
  const std::string gain = one.gain > 0 ? "+" + format_percent(one.gain) : "it runs";
  return one.change + ": " + speed + gain + ": " + one.title;
}

std::string why_nothing_runs(const Reachability& reachability, const Plan& plan) {
  if (reachability.runs) return "";
  if (!reachability.nearest)
    return "No plan runs: " + std::string(refusing_framework(plan)) + " refuses those that would fit.";
  const std::string nearest = title_of(*reachability.nearest, pick_of(plan));
  if (reachability.shortage.limit == Limit::none) return "No plan that fits is as fast as requested.";
  return "No plan fits: short of " + shortage_words(reachability.shortage) + " at best: " + nearest + ".";
}

namespace {

/// Returns true if the search may not move optimizer or parameters to where this strategy places them.
bool is_closed(const Strategy& strategy, const Freedom& freedom, const Plan& plan) {
  const Strategy own = strategy_of(plan);
  const auto closes = [&](Device device, Device present) {
    return device != present &&
           ((device == Device::cpu && !freedom.offload) || (device == Device::nvme && !freedom.nvme));
  };
  return closes(strategy.optimizer, own.optimizer) || closes(strategy.parameters, own.parameters);
}

}  // namespace

std::string why_not(const Family& family, const PlanChoice& choice, const Plan& plan) {
  if (family.fastest) {
    if (!choice.fastest || family.fastest->seconds <= 0) return "fits";
    const double factor = family.fastest->seconds / choice.fastest->seconds;
    const double told = resolution_between(family.fastest->pick, choice.fastest->pick);
    const std::string at = title_of(*family.fastest, choice.present.pick) + ", " +
                           summary_of(*family.fastest, choice.capacity, plan);
    if (factor < 1 + least_gap) return "as fast as the fastest: " + at;
    return "fits, " +
           (factor < 2 ? change_of(factor) + " longer a step"
                       : format_number(factor, 2) + " times as long a step") +
           (factor < 1 + told ? ", less than the " + format_percent(told) + " that can be told" : "") + ": " +
           at;
  }
  if (!family.nearest && is_closed(family.strategy, choice.requirements.freedom, plan))
    return "left out: this search may not change where optimizer and parameters are";
  if (!family.nearest) return std::string(refusing_framework(plan)) + " refuses what would fit";
  return "short of " + lack_words(family.shortage, choice.capacity) +
         " at best: " + title_of(*family.nearest, choice.present.pick);
}

}  // namespace zp
