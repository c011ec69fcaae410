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

/// The best plan out of every one that DeepSpeed allows.
namespace zp {

/// A person's requirements on the plan.
struct Requirements {
  Objective objective = Objective::throughput;
  Freedom freedom = {};
  FitDemand fit = {};
  double least_tokens_per_s = 0;  ///< least tokens per second of the whole run; slower plans do not count
  Bytes most_gpu = {};            ///< most bytes to use on each GPU, whatever it has; 0 = all it has
  bool operator==(const Requirements&) const = default;
};

/// A strategy with the fastest of its candidates that run, or else the one that comes nearest to running.
struct Family {
  Strategy strategy;
  std::optional<Option> fastest;
  std::optional<Option> nearest;  ///< nearest to running if none runs; nullopt if DeepSpeed refuses all
  Shortage shortage;              ///< lack of the nearest
};

/// The kind of answer: a plan to run, plans that run and should not be run, or none that runs.
enum class VerdictKind : std::uint8_t { run, wrong_tool, nothing_fits };
std::string_view name_of(VerdictKind kind);  ///< "wrong_tool", as in the JSON

struct PlanChoice {
  VerdictKind kind = VerdictKind::nothing_fits;
  std::string why_wrong_tool;  ///< a sentence if it is the wrong tool (core/search/wrong_tool.h)
  Requirements wanted;
  Capacity capacity;          ///< memory that counts as available
  std::int64_t searched = 0;  ///< candidates decided: estimated, or ruled out by a bound
  int estimated = 0;
  Option present;                 ///< candidate of the plan as it is
  bool present_runs = false;      ///< true if the plan as it is fits as demanded, and DeepSpeed takes it
  bool present_is_taken = false;  ///< true if no rule refuses the plan as it is
  bool present_fits = false;      ///< true if it fits as demanded
  std::optional<Option> fastest;  ///< best by the objective alone; nullopt if nothing runs
  /// The fastest of the options with the fewest mechanisms (mechanisms_of).
  std::optional<Option> plainest;
  /// The best option. It needs no mechanism that another one does without; among those it is as fast as the
  /// fastest, within the least difference that the clock can tell; among those it has least to get right.
  /// transformers' guide to DeepSpeed takes more stages and offload only for memory that is lacking
  /// (docs 4.50, deepspeed, "Select a ZeRO stage"), and so does DeepSpeed's autotuner, which tunes stages and
  /// micro batch and never tries offload (deepspeed.ai/tutorials/autotuning, "Tuning scope and strategy"). It
  /// depends on the model, the cluster and the freedom, not on the plan that the search began with. nullopt
  /// if nothing runs, or if it is the wrong tool.
  std::optional<Option> best;
  /// Returns true if the plan as it is is the best.
  [[nodiscard]] bool keeps_present() const { return best && best->pick == present.pick; }
  std::vector<Family> families;  ///< in the order of strategies_of()
};

/// The answer to the question if any plan runs, with the option that comes nearest if none does.
struct Reachability {
  bool runs = false;
  std::optional<Option> nearest;  ///< nearest to running if none runs; nullopt if DeepSpeed refuses all
  Shortage shortage;              ///< lack of the nearest
};

/// Returns the most seconds that one sequence may take to be fast enough; 0 if any speed will do.
double most_seconds(const Plan& plan, const Requirements& wanted);

/// Questions to a search, asked one at a time. Short-lived: it refers to the search and to `wanted`.
class Chooser {
 public:
  Chooser(Search& search, const Requirements& wanted);
  /// Returns true if an option fits as demanded, and is fast enough.
  [[nodiscard]] bool runs(const ComparedFigures& option) const;
  std::optional<Option> fastest();
  std::optional<Option> plainest();
  /// Returns PlanChoice::best; nullopt if nothing runs.
  std::optional<Option> best();
  /// Returns the same if the plainest is known.
  std::optional<Option> best_like(const Option& plainest);
  Family family_of(const Strategy& strategy);
  Reachability reach();
  /// Returns true if any candidate runs, of this strategy if one is given.
  bool any(std::optional<Strategy> strategy = {});

 private:
  std::optional<Option> nearest(std::optional<Strategy> strategy);
  std::optional<Option> least(const std::function<Key(const ComparedFigures&)>& key);

  Search& search_;
  const Requirements& wanted_;
  double most_seconds_ = 0;  ///< that of most_seconds()
};

/// Searches the plan's space and returns the choice. A plan that DeepSpeed refuses, or that cannot be
/// estimated, is searched all the same.
PlanChoice choose(const Plan& plan, const Requirements& wanted, Watch watch = {});
/// Returns the choice of a search already begun.
PlanChoice choose(Search& search, const Requirements& wanted);

/// Returns the reach of each plan, for example one for every model of a list; nullopt for a plan that cannot
/// be estimated. Throws SearchStopped.
std::vector<std::optional<Reachability>> reach_of(std::span<const Plan> plans, const Requirements& wanted,
                                                  const Watch& watch = {});

/// Returns the figure that the objective minimises: seconds a sequence, GPU-seconds a sequence, GPUs, bytes
/// or parts.
double cost_of(const ComparedFigures& option, Objective objective);

/// Returns tokens per second of the whole run; 0 if there is no clock.
double tokens_per_s(const ComparedFigures& option, const Plan& origin);

}  // namespace zp
