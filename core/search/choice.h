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

/// What a person asks of a plan.
struct Wanted {
  Objective objective = Objective::throughput;
  Freedom freedom;
  /// Of the range above the estimate, the share that must fit too: 1 = its high end, 0 = the estimate alone.
  double margin = 1;
  double least_tokens_per_s = 0;  ///< of the whole run; slower plans do not count
  Bytes most_gpu = {};            ///< to stay under on each GPU, whatever it has; 0 = all it has
  bool operator==(const Wanted&) const = default;
};

/// A strategy: the fastest of its candidates, or the one that comes nearest to running.
struct Family {
  Strategy strategy;
  std::optional<Option> fastest;
  std::optional<Option> nearest;  ///< where none runs; nothing where DeepSpeed refuses all of them
  Shortage shortage;              ///< of the nearest
};

struct PlanChoice {
  Wanted wanted;
  Capacity capacity;          ///< what counts as there
  std::int64_t searched = 0;  ///< candidates decided: estimated, or ruled out by a bound
  int estimated = 0;
  Option present;                 ///< the plan as it is
  bool present_runs = false;      ///< it fits, with the margin, and DeepSpeed takes it
  std::optional<Option> fastest;  ///< by the objective alone; none where nothing runs
  /// Of all that an estimate cannot tell from the fastest (core/search/resolution.h), the one with more
  /// memory left (scarcity_of), then with fewer moving parts, then nearest to the plan as it is. None that is
  /// faster is better in these too.
  std::optional<Option> best;
  std::vector<Family> families;  ///< in the order of all_strategies()
};

/// Whether any plan runs, else what comes nearest to it.
struct Reach {
  bool runs = false;
  std::optional<Option> nearest;  ///< nothing where DeepSpeed refuses all of them
  Shortage shortage;              ///< of the nearest
};

/// What is asked of a search, one question at a time. Short-lived: it points at what it was made of.
class Chooser {
 public:
  Chooser(Search& search, const Wanted& wanted);
  /// Whether an option fits, with the margin, and is fast enough.
  [[nodiscard]] bool runs(const Standing& option) const;
  std::optional<Option> fastest();
  std::optional<Option> best_equal_to(const Option& fastest);
  Family family_of(const Strategy& strategy);
  Reach reach();
  /// Whether any candidate runs at all, or of that strategy.
  bool any(std::optional<Strategy> strategy = {});

 private:
  std::optional<Option> nearest(std::optional<Strategy> strategy);

  Search& search_;
  const Wanted& wanted_;
  double most_seconds_ = 0;  ///< of one sequence; 0 = as long as it takes
};

/// A plan that DeepSpeed refuses, or that leaves nothing to count, is searched all the same.
PlanChoice choose(const Plan& plan, const Wanted& wanted, Watch watch = {});
/// The same of a search already begun.
PlanChoice choose(Search& search, const Wanted& wanted);

/// Of each plan, as of a model for every entry of a list; nothing of one that leaves nothing to count.
std::vector<std::optional<Reach>> reach_of(std::span<const Plan> plans, const Wanted& wanted,
                                           const Watch& watch = {});

/// Of a GPU's memory there is plenty left (0), some (1) or little (2): 25 % and 10 % are the steps.
int scarcity_of(const Standing& option, const Capacity& capacity);

/// What the objective minimises: seconds a sequence, GPU-seconds a sequence, GPUs, bytes or parts.
double cost_of(const Standing& option, Objective objective);

/// Tokens a second of the whole run; 0 where there is no clock.
double tokens_per_s(const Standing& option, const Plan& origin);

}  // namespace zp
