// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/search/solve.h"
#include "core/search/watch.h"

/// Queries about one value of the unknown. Internal to search/.
namespace zp {

/// Progress of a sequence of queries whose number is not known in advance.
class QuestionProgress {
 public:
  explicit QuestionProgress(const Watch& watch) : watch_(watch) {}

  /// Returns the watch for the next query; `left` is the estimated number still to come. Throws
  /// SearchStopped.
  Watch next(int left) {
    if (!watch_) return {};
    const double whole = asked_ + left;
    const Watch told = [this](double done) { return watch_(furthest_ = std::max(furthest_, done)); };
    if (!told(asked_ / whole)) throw SearchStopped();
    return part_of(told, asked_++ / whole, 1 / whole);
  }

 private:
  const Watch& watch_;
  double asked_ = 0, furthest_ = 0;
};

/// Finds the plan that runs with one value of the unknown, or the reason why none does.
class Solver {
 public:
  Solver(const SolveOver& over, const Watch& watch) : over_(over), course_(watch) {}

  /// Returns true if the plan runs. `left` is the number of such queries still to come, including this one.
  [[nodiscard]] bool runs(const Plan& plan, int left);
  /// Returns true if only rules refuse the plan, so that a larger value may run.
  [[nodiscard]] bool is_stopped_by_rules(const Plan& plan) const;
  /// Returns the plan to answer with. Precondition: runs(plan).
  [[nodiscard]] Plan answer(const Plan& plan);
  /// Returns why the plan does not run. Precondition: !runs(plan).
  [[nodiscard]] Unsolved why_not(const Plan& plan);

 private:
  /// Returns the limit of the whole run that a plan exceeds, with an empty `why` if there is none.
  [[nodiscard]] Unsolved beyond(const Plan& plan) const;
  [[nodiscard]] bool plan_runs(const Plan& plan) const;
  [[nodiscard]] bool fits_alone(const Plan& plan) const;

  const SolveOver& over_;
  QuestionProgress course_;
};

}  // namespace zp
