// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/objective.h"
#include "core/search/option.h"
#include "core/search/search.h"

/// Chooses the best of all plans that DeepSpeed allows.
namespace zp {

/// A user's requirements on the plan.
struct Requirements {
  Objective objective = Objective::throughput;
  Freedom freedom = {};
  FitDemand fit = {};
  double least_tokens_per_s = 0;  ///< least tokens per second of the whole run; slower plans are ruled out
  Bytes most_gpu = {};            ///< most bytes to use on each GPU; 0 = no limit
  bool operator==(const Requirements&) const = default;
};

/// Tokens of a global batch up to which a larger one costs nothing, as for Alpaca (128 sequences of 512), and
/// up to which it is usual in fine-tuning, as for Llama 2's chat models (64 sequences of 4,096, arXiv
/// 2307.09288, section 3.1).
inline constexpr double small_batch = 65'536, usual_batch = 262'144;
/// A plan without a mechanism is best although it takes up to this many times as long as the fastest with it.
/// Beyond that the mechanism is needed: published step times with offload differ from the clock's by up to 76
/// % (nine of ten rows of round 8, docs/accuracy.md), so that a factor of two is still a gain.
inline constexpr double most_price_of_plainness = 2;

/// Returns usual_batch in sequences of the plan.
std::int64_t usual_sequences(const Plan& plan);

/// A strategy with its fastest candidate that runs, or else the one closest to running.
struct Family {
  Strategy strategy;
  std::optional<Option> fastest;
  std::optional<Option> nearest;  ///< closest to running if none runs; nullopt if DeepSpeed refuses all
  Shortage shortage;              ///< the memory that `nearest` lacks
};

/// Outcome: a plan to run, plans that run but should not be run, or no plan that runs.
enum class VerdictKind : std::uint8_t { run, wrong_tool, nothing_fits };
std::string_view name_of(VerdictKind kind);  ///< "wrong_tool", as in the JSON

struct PlanChoice {
  VerdictKind kind = VerdictKind::nothing_fits;
  std::string why_wrong_tool;  ///< a sentence if kind is wrong_tool (core/search/wrong_tool.h)
  Requirements requirements;
  Capacity capacity;          ///< memory that the search may use
  std::int64_t searched = 0;  ///< candidates decided: estimated, or ruled out by a bound
  int estimated = 0;
  Option present;                 ///< the present plan, as a candidate
  bool present_runs = false;      ///< true if the present plan fits as demanded and DeepSpeed accepts it
  bool present_is_taken = false;  ///< true if no rule refuses the present plan
  bool present_fits = false;      ///< true if the present plan fits as demanded
  /// Best by the objective alone; nullopt if nothing runs. If the plan leaves its batch open, `fastest`,
  /// `plainest` and the families have at most the global batch of the best option, or a usual one: a larger
  /// batch alone is no advantage.
  std::optional<Option> fastest;
  /// The fastest of the options with the fewest mechanisms (mechanisms_of) that cost at most
  /// most_price_of_plainness times the least.
  std::optional<Option> plainest;
  /// The best option: no other option that costs at most most_price_of_plainness times the least has fewer
  /// mechanisms; among those, its speed equals the fastest's
  /// within the clock's resolution; among those, it has the fewest settings to get right, where doublings of
  /// a free global batch count too (small_batch). transformers' guide to DeepSpeed likewise uses higher
  /// stages and offload only if memory is lacking (docs 4.50, deepspeed, "Select a ZeRO stage"), and
  /// DeepSpeed's autotuner tunes stages and micro batch and never tries offload
  /// (deepspeed.ai/tutorials/autotuning, "Tuning scope and strategy"). It depends on model, cluster and
  /// freedom, not on the plan from which the search started. nullopt if nothing runs, or if kind is
  /// wrong_tool.
  std::optional<Option> best;
  /// Returns true if the present plan is already the best.
  [[nodiscard]] bool keeps_present() const { return best && best->pick == present.pick; }
  /// True if a plan with a larger global batch than the best one's runs; only where the batch is open.
  bool larger_batch_runs = false;
  std::vector<Family> families;  ///< in the order of strategies_of()
};

/// The answer to "does any plan run?", with the option closest to running if none does.
struct Reachability {
  bool runs = false;
  std::optional<Option> nearest;  ///< closest to running if none runs; nullopt if DeepSpeed refuses all
  Shortage shortage;              ///< the memory that `nearest` lacks
};

/// Returns the most seconds per sequence that meet the required speed; 0 if there is no requirement.
double most_seconds(const Plan& plan, const Requirements& requirements);

/// Queries on a search. Short-lived: it refers to the search and to `requirements`.
class Chooser {
 public:
  Chooser(Search& search, const Requirements& requirements);
  /// Returns true if an option fits as demanded and is fast enough.
  [[nodiscard]] bool runs(const ComparedFigures& option) const;
  std::optional<Option> fastest();
  std::optional<Option> plainest();
  /// Returns PlanChoice::best; nullopt if nothing runs.
  std::optional<Option> best();
  /// Returns PlanChoice::best if the plainest option is already known.
  std::optional<Option> best_like(const Option& plainest);
  Family family_of(const Strategy& strategy);
  Reachability reachability();
  /// Returns true if a candidate with a larger global batch runs.
  bool runs_with_more_than(std::int64_t batch);
  /// Returns true if any candidate runs, of this strategy if one is given.
  bool any(std::optional<Strategy> strategy = {});

 private:
  std::optional<Option> nearest(std::optional<Strategy> strategy);
  std::optional<Option> least(const std::function<Key(const ComparedFigures&)>& key);
  /// Returns the option's global batch if the search may choose one, else 0: all have the plan's, except for
  /// a remainder that does not divide among other numbers of ranks.
  [[nodiscard]] std::int64_t chosen_batch(const ComparedFigures& option) const;

  /// Returns the number of settings to get right. Each doubling of a batch that the search may choose counts
  /// as one more from small_batch on, as three from usual_batch on, because a larger batch learns less from
  /// each token.
  [[nodiscard]] double burden(const ComparedFigures& option) const;

  Search& search_;
  const Requirements& requirements_;
  double most_seconds_ = 0;  ///< result of most_seconds()
  /// Largest cost of a plain option, from the first call of plainest(), so that a later one under a limited
  /// batch is held to the same; 0 before.
  double most_plain_cost_ = 0;
};

/// Searches the plan's space and returns the choice. A plan that DeepSpeed refuses, or that cannot be
/// estimated, is searched all the same.
PlanChoice choose(const Plan& plan, const Requirements& requirements, Watch watch = {});
/// Returns the choice of a search that already exists.
PlanChoice choose(Search& search, const Requirements& requirements);

/// Returns the answer for each plan, for example one per model of a list; nullopt for a plan that cannot be
/// estimated. Throws SearchStopped.
std::vector<std::optional<Reachability>> reach_of(std::span<const Plan> plans,
                                                  const Requirements& requirements, const Watch& watch = {});

/// Returns the figure that the objective minimises: seconds per sequence, GPU-seconds per sequence, GPUs,
/// bytes or parts.
double cost_of(const ComparedFigures& option, Objective objective);

/// Returns tokens per second of the whole run; 0 if there is no clock.
double tokens_per_s(const ComparedFigures& option, const Plan& origin);

}  // namespace zp
