// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/outcomes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"
#include "core/text/text_file.h"
#include "core/units/format.h"
#include "core/unstated/open_odds.h"
#include "tests/truth/published/blind_rows.h"
#include "tests/truth/published/published.h"

namespace zp::test {
namespace {

using Outcomes = std::vector<Outcome>;

Outcome outcome_of(const Plan& plan, bool knows_host) {
  const MemoryEstimate estimate = estimate_memory(plan);
  Outcome outcome;
  outcome.kind = memory_kind_of(plan);
  outcome.bytes = {estimate.gpu.peak_without_cache, estimate.gpu.capacity,
                   knows_host ? estimate.cpu.needed_per_node() : Bytes(0), estimate.cpu.capacity_per_node};
  outcome.is_said_to_fit = estimate.gpu.fits && (!knows_host || estimate.cpu.fits);
  outcome.odds = shown_odds(fit_odds(outcome.kind, outcome.bytes).both);
  return outcome;
}

void add(Outcomes& all, Outcome outcome, std::string id, std::string source, OutcomeOf of, bool ran) {
  outcome.id = std::move(id);
  outcome.source = std::move(source);
  outcome.of = of;
  outcome.ran = ran;
  const bool is_present = std::ranges::any_of(all, [&](const Outcome& other) {
    return other.source == outcome.source && other.ran == outcome.ran && other.bytes == outcome.bytes;
  });
  if (!is_present) all.push_back(std::move(outcome));
}

void add_published(Outcomes& all, const std::vector<Published>& rows) {
  for (const Published& row : rows) {
    if (!row.reason.empty()) continue;
    const bool ran_out = row.row.text("metric") == "fits" && row.row.number("value") == 0;
    const std::string& family = row.row.text("family");
    const bool ran = row.is_complete && (family == "peak_gpu" || family == "train");
    if (!ran && !ran_out) continue;
    const Zero& zero = row.plan.zero;
    const bool knows_host = row.row.has("host") && zero.offload_optimizer.device != Device::nvme &&
                            zero.offload_param.device != Device::nvme;
    add(all, outcome_of(row.plan, knows_host), row.id, row.source,
        row.row.text("split_by_source") == "heldout" ? OutcomeOf::held_out : OutcomeOf::open, !ran_out);
  }
}

void add_blind(Outcomes& all, Overlays overlays) {
  for (const char* file : {"memory-3.json", "memory-4.json"})
    for (const BlindRow& row : blind_rows(file, overlays))
      if (row.plan) add(all, outcome_of(*row.plan, true), row.id, row.source, OutcomeOf::blind, !row.ran_out);
}

/// Adds the rows of a later round that have an outcome, with the keys that were added later.
void add_later_round(Outcomes& all, const char* file, OutcomeOf of) {
  for (const BlindRow& row : blind_rows(file, Overlays::with)) {
    if (!row.plan || !row.has_outcome) continue;
    Outcome outcome = outcome_of(*row.plan, true);
    outcome.lacks_decisive = row.lacks_decisive;
    add(all, std::move(outcome), row.id, row.source, of, !row.ran_out);
  }
}

constexpr std::array rounds = {"memory-3.json", "memory-4.json", "memory-5.json", "memory-6.json",
                               "memory-7.json", "memory-8.json", "memory-9.json"};

/// Adds the plans of a round as they were first written; with `counts_open`, the odds count other values of
/// what they do not state.
void add_written_round(Outcomes& all, const char* file, bool counts_open) {
  for (const BlindRow& row : blind_rows(file, Overlays::without)) {
    if (!row.plan || !row.has_outcome) continue;
    Outcome outcome = outcome_of(*row.plan, true);
    if (counts_open)
      outcome.odds = shown_odds(open_odds(*row.document, unstated_settings(*row.document)).both);
    outcome.lacks_decisive = row.lacks_decisive;
    add(all, std::move(outcome), row.id, row.source, OutcomeOf::strangers, !row.ran_out);
  }
}

void add_known_good(Outcomes& all) {
  using nlohmann::json;
  const json document = json::parse(read_text_file(ZP_TEST_DATA "/known-good-plans.json"));
  for (const auto& [id, row] : document.at("rows").items()) {
    const PlanDocument plan = read_plan(row.at("plan").dump());
    if (!is_usable(check(plan.plan))) continue;
    const bool knows_host = row.at("plan").at("cluster").contains("cpu_memory_gib");
    add(all, outcome_of(plan.plan, knows_host), id, row.at("source").get<std::string>(),
        OutcomeOf::known_good, row.at("outcome") == "ran");
  }
}

constexpr std::array limits = {0.0, 0.05, 0.2, 0.5, 0.8, 0.95, largest_shown_odds, 1.000001};
constexpr int fewest_of_class = 10;
constexpr double least_odds = 0.005;  ///< of a logarithmic score; smaller odds are shown as "< 1 %"

/// A part of the outcomes that has figures of its own.
struct OutcomePart {
  const char* name;
  bool (*holds)(const Outcome&);
  const Outcomes& (*of)() = outcomes;
};

Outcomes picked(const OutcomePart& part) {
  Outcomes found;
  std::ranges::copy_if(part.of(), std::back_inserter(found), part.holds);
  return found;
}

bool is_any(const Outcome&) { return true; }
bool is_of_round_9(const Outcome& outcome) { return outcome.id.starts_with("ST9"); }
bool is_near_the_card(const Outcome& outcome) { return std::abs(outcome.share() - 1) <= 0.1; }
constexpr std::array<OutcomePart, 17> parts = {{
    {"all", is_any},
    {"not looked up", was_not_looked_up},
    {"open sources", [](const Outcome& outcome) { return outcome.of == OutcomeOf::open; }},
    {"held-out sources", [](const Outcome& outcome) { return outcome.of == OutcomeOf::held_out; }},
    {"blind", [](const Outcome& outcome) { return outcome.of == OutcomeOf::blind; }},
    {"blind, as first written", is_any, first_written_outcomes},
    {"known-good", [](const Outcome& outcome) { return outcome.of == OutcomeOf::known_good; }},
    {"within 10 % of the card", is_near_the_card},
    {"all others", [](const Outcome& outcome) { return !is_near_the_card(outcome); }},
    {"reports of users, rounds 5 and 6",
     [](const Outcome& outcome) { return outcome.of == OutcomeOf::reports; }, later_outcomes},
    {"published by strangers, rounds 7 and 8",
     [](const Outcome& outcome) { return outcome.of == OutcomeOf::strangers; }, later_outcomes},
    {"rounds 5 to 8, what decides is stated", [](const Outcome& outcome) { return !outcome.lacks_decisive; },
     later_outcomes},
    {"rounds 5 to 8, a deciding setting is not stated",
     [](const Outcome& outcome) { return outcome.lacks_decisive; }, later_outcomes},
    {"rounds 3 to 8, as first written", [](const Outcome& outcome) { return !is_of_round_9(outcome); },
     written_outcomes},
    {"rounds 3 to 8, with what is not stated", [](const Outcome& outcome) { return !is_of_round_9(outcome); },
     open_outcomes},
    {"round 9, as first written", is_of_round_9, written_outcomes},
    {"round 9, with what is not stated", is_of_round_9, open_outcomes},
}};

std::string class_words(const OddsClass& one) {
  if (one.from >= largest_shown_odds) return format_percent(one.from) + ", the most that is said";
  return format_percent(one.from) + " to " + format_percent(std::min(one.to, largest_shown_odds));
}

void add_lines(AccuracyGrid& grid, const OutcomePart& part) {
  for (const OddsClass& one : odds_classes(picked(part)))
    grid.rows.push_back({part.name, class_words(one), format_count(one.rows), format_percent(one.said),
                         format_percent(one.share())});
}

}  // namespace

const std::vector<Outcome>& outcomes() {
  static const Outcomes all = [] {
    Outcomes found;
    for (const char* file : {"memory-measured.csv", "memory-measured-2.csv", "throughput-measured.csv"})
      add_published(found, published_rows(file));
    add_blind(found, Overlays::with);
    add_known_good(found);
    return found;
  }();
  return all;
}

const std::vector<Outcome>& first_written_outcomes() {
  static const Outcomes all = [] {
    Outcomes found;
    add_blind(found, Overlays::without);
    return found;
  }();
  return all;
}

const std::vector<Outcome>& later_outcomes() {
  static const Outcomes all = [] {
    Outcomes found;
    for (const char* file : {"memory-5.json", "memory-6.json"})
      add_later_round(found, file, OutcomeOf::reports);
    for (const char* file : {"memory-7.json", "memory-8.json"})
      add_later_round(found, file, OutcomeOf::strangers);
    return found;
  }();
  return all;
}

const std::vector<Outcome>& written_outcomes() {
  static const Outcomes all = [] {
    Outcomes found;
    for (const char* file : rounds)
      add_written_round(found, file, false);
    return found;
  }();
  return all;
}

const std::vector<Outcome>& open_outcomes() {
  static const Outcomes all = [] {
    Outcomes found;
    for (const char* file : rounds)
      add_written_round(found, file, true);
    return found;
  }();
  return all;
}

bool was_not_looked_up(const Outcome& outcome) {
  return outcome.of == OutcomeOf::blind || outcome.of == OutcomeOf::known_good;
}

std::vector<OddsClass> odds_classes(const std::vector<Outcome>& some) {
  std::vector<OddsClass> classes;
  for (std::size_t i = 0; i + 1 < limits.size(); ++i) {
    OddsClass one{limits[i], limits[i + 1], 0, 0, 0};
    for (const Outcome& outcome : some) {
      const double odds = outcome.odds;
      if (odds < one.from || odds >= one.to) continue;
      ++one.rows;
      one.ran += outcome.ran;
      one.said += odds;
    }
    const bool merges =
        !classes.empty() && (one.rows < fewest_of_class || classes.back().rows < fewest_of_class);
    if (!merges) {
      classes.push_back(one);
      continue;
    }
    OddsClass& below = classes.back();
    below.to = one.to;
    below.rows += one.rows;
    below.ran += one.ran;
    below.said += one.said;
  }
  for (OddsClass& one : classes)
    if (one.rows > 0) one.said /= one.rows;
  return classes;
}

BrierScores brier_scores(const std::vector<Outcome>& some) {
  BrierScores sum;
  const auto square = [](double distance) { return distance * distance; };
  for (const Outcome& outcome : some) {
    const double ran = outcome.ran ? 1 : 0;
    sum.odds += square(outcome.odds - ran);
    sum.always += square(1 - ran);
    sum.plain += square((outcome.is_said_to_fit ? 1 : 0) - ran);
  }
  const double rows = std::max<double>(1, static_cast<double>(some.size()));
  return {sum.odds / rows, sum.always / rows, sum.plain / rows};
}

double log_score(const std::vector<Outcome>& some) {
  std::map<std::string, std::pair<double, int>> sources;  // sum and number of a source's scores
  for (const Outcome& outcome : some) {
    const double odds = std::max(outcome.odds, least_odds);
    auto& [sum, rows] = sources[outcome.source];
    sum -= std::log(outcome.ran ? odds : 1 - odds);
    ++rows;
  }
  double mean = 0;
  for (const auto& [source, score] : sources)
    mean += score.first / score.second;
  return mean / static_cast<double>(std::max<std::size_t>(1, sources.size()));
}

AccuracyGrid odds_grid() {
  AccuracyGrid grid{
      "odds",
      "Odds that a plan fits",
      "Runs that ran or ran out of memory, one for each plan and source, by the odds that the "
      "program gives. Classes with fewer than 10 rows are merged. Nearly all published runs "
      "ran, so low classes are small. Not looked up are the blind and the known-good ones; "
      "blind plans have the keys that were added later, but where it says as first written. \"All\" "
      "does not contain the next four, rounds 5 to 8, from which no constant of the odds comes: who "
      "reports a run often does so because it ran out of memory. The last four have the plans as first "
      "written, and the odds that count other values of what these do not state; the weight of the "
      "assumed values comes from rounds 3 to 8.",
      {"runs", "said to fit with", "rows", "odds, mean", "ran"},
      {}};
  for (const OutcomePart& part : parts)
    add_lines(grid, part);
  return grid;
}

AccuracyGrid brier_grid() {
  AccuracyGrid grid{
      "brier",
      "Odds against two plain answers",
      "Brier scores, the mean squared distance of what was said from what happened (0 is best): "
      "of the odds, of saying that all runs fit, and of comparing the peak with the capacity.",
      {"runs", "rows", "ran out", "odds", "always fits", "plain comparison"},
      {}};
  for (const OutcomePart& part : parts) {
    const Outcomes some = picked(part);
    const BrierScores scores = brier_scores(some);
    grid.rows.push_back({part.name, format_count(static_cast<std::int64_t>(some.size())),
                         format_count(std::ranges::count(some, false, &Outcome::ran)),
                         format_number(scores.odds, 3), format_number(scores.always, 3),
                         format_number(scores.plain, 3)});
  }
  return grid;
}

}  // namespace zp::test
