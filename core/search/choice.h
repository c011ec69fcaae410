// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/search/objective.h"
#include "core/search/option.h"
#include "core/search/search.h"

/// The best plan out of every one that DeepSpeed allows.
namespace zp {

/// A person's requirements on the plan.
struct Requirements {
  Objective objective = Objective::throughput;
  Freedom freedom;
  /// Share of the range above the estimate that must fit too: 1 = its high end, 0 = the estimate alone.
  double margin = 1;
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

struct PlanChoice {
  Requirements wanted;
  Capacity capacity;          ///< memory that counts as available
  std::int64_t searched = 0;  ///< candidates decided: estimated, or ruled out by a bound
  int estimated = 0;
  Option present;                 ///< candidate of the plan as it is
  bool present_runs = false;      ///< true if the plan as it is fits, with the margin, and DeepSpeed takes it
  std::optional<Option> fastest;  ///< best by the objective alone; nullopt if nothing runs
  /// The best option: among all that an estimate cannot tell from the fastest (core/search/resolution.h), the
  /// one with more memory left (scarcity_of), then with fewer moving parts, then nearest to the present plan.
  /// No faster option is better in these too.
  std::optional<Option> best;
  std::vector<Family> families;  ///< in the order of all_strategies()
};

/// The answer to the question if any plan runs, with the option that comes nearest if none does.
struct Reachability {
  bool runs = false;
  std::optional<Option> nearest;  ///< nearest to running if none runs; nullopt if DeepSpeed refuses all
  Shortage shortage;              ///< lack of the nearest
};

/// Questions to a search, asked one at a time. Short-lived: it refers to the search and to `wanted`.
class Chooser {
 public:
  Chooser(Search& search, const Requirements& wanted);
  /// Returns true if an option fits, with the margin, and is fast enough.
  [[nodiscard]] bool runs(const ComparedFigures& option) const;
  std::optional<Option> fastest();
  std::optional<Option> best_equal_to(const Option& fastest);
  /// Returns PlanChoice::best: the best option equal to the fastest, nullopt if nothing runs.
  std::optional<Option> best();
  Family family_of(const Strategy& strategy);
  Reachability reach();
  /// Returns true if any candidate runs, of this strategy if one is given.
  bool any(std::optional<Strategy> strategy = {});

 private:
  std::optional<Option> nearest(std::optional<Strategy> strategy);

  Search& search_;
  const Requirements& wanted_;
  double most_seconds_ = 0;  ///< most seconds of one sequence; 0 = no limit
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

/// Returns 0 if plenty of a GPU's memory is left (at least 25 %), 1 if some (at least 10 %), 2 if little.
int scarcity_of(const ComparedFigures& option, const Capacity& capacity);

/// Returns the figure that the objective minimises: seconds a sequence, GPU-seconds a sequence, GPUs, bytes
/// or parts.
double cost_of(const ComparedFigures& option, Objective objective);

/// Returns tokens per second of the whole run; 0 if there is no clock.
double tokens_per_s(const ComparedFigures& option, const Plan& origin);

}  // namespace zp
