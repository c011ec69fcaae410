// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/accuracy/accuracy.h"
#include "core/memory/odds.h"

/// Runs that are known to have run or to have run out of memory, beside the odds that they fit.
namespace zp::test {

/// The collection that an outcome is from.
enum class OutcomeOf {
  open,        ///< tests/data/memory-measured*.csv and throughput-measured.csv, open sources, looked up
  held_out,    ///< the same, held-out sources
  blind,       ///< tests/data/blind
  known_good,  ///< tests/data/known-good-plans.json
  reports,     ///< tests/data/blind, rounds 5 and 6
  strangers,   ///< tests/data/blind, rounds 7 to 9
};

struct Outcome {
  std::string id, source;
  OutcomeOf of{};
  bool ran = false;
  MemoryKind kind{};
  FitBytes bytes;  ///< `host` is 0 where the source does not say how much there is
  bool is_said_to_fit = false;
  bool lacks_decisive = false;  ///< the source leaves out a setting that decides
  double odds = 0;              ///< that the run fits, as shown
  /// Returns the need of the GPU over its capacity.
  [[nodiscard]] double share() const { return ratio(bytes.gpu, bytes.gpu_capacity); }
};

/// Returns every outcome that is known; one for each plan and source.
const std::vector<Outcome>& outcomes();
/// Returns the outcomes of blind plans as they were first written.
const std::vector<Outcome>& first_written_outcomes();
/// Returns the outcomes of rounds 5 to 8 of blind plans, from which no constant comes.
const std::vector<Outcome>& later_outcomes();
/// Returns the outcomes of blind plans of all rounds as they were first written, with the odds of the assumed
/// settings, or of what is not stated too (open_odds).
const std::vector<Outcome>& written_outcomes();
const std::vector<Outcome>& open_outcomes();
/// Returns true if nobody looked the run's settings up with its outcome in view.
[[nodiscard]] bool was_not_looked_up(const Outcome& outcome);

/// A class of odds: how many runs were said to fit with that probability, and how many did.
struct OddsClass {
  double from = 0, to = 0;
  int rows = 0, ran = 0;
  double said = 0;  ///< mean of their probabilities
  [[nodiscard]] double share() const { return rows > 0 ? static_cast<double>(ran) / rows : 0; }
};
/// Returns the classes from 0 to 1; those with fewer than 10 rows are merged with the one below.
std::vector<OddsClass> odds_classes(const std::vector<Outcome>& outcomes);

/// Mean squared distances of what was said from what happened: by the odds, by saying that all fit, and by
/// comparing need and capacity.
struct BrierScores {
  double odds = 0, always = 0, plain = 0;
};
BrierScores brier_scores(const std::vector<Outcome>& outcomes);
/// Returns the mean of -ln of the probability that was given to what happened, every source counting alike.
double log_score(const std::vector<Outcome>& outcomes);

/// Returns the calibration in words.
AccuracyGrid odds_grid();
/// Returns the Brier scores in words.
AccuracyGrid brier_grid();

}  // namespace zp::test
