// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/accuracy/accuracy.h"
#include "core/search/resolution.h"
#include "tests/truth/published/speed_rows.h"

/// Published runs of one model on one machine beside each other: what an estimate can tell of two plans, and
/// whether the fastest of several is among those it calls as fast as its own.
namespace zp::test {

/// Runs of one source with one model, sequence and framework on one machine, whose plans differ in what a
/// search chooses and in nothing else: not in the memory of the GPU, in the precision or in what is trained.
using RunGroup = std::vector<const SpeedRow*>;
std::vector<RunGroup> run_groups(const std::vector<SpeedRow>& rows);

/// Two runs of a group.
struct RunPair {
  std::string source, a, b;  ///< ids
  Differences differs{};
  double error = 0;       ///< |ln| of the estimated ratio over the measured one
  double resolution = 0;  ///< what core says can be told
};
std::vector<RunPair> run_pairs(const std::vector<RunGroup>& groups);

/// Half of the pairs that differ in this alone stay within, every source counting the same; 0 where there
/// are none.
struct PairError {
  int sources = 0, pairs = 0;
  double median = 0;
};
PairError error_of_pairs(const std::vector<RunPair>& pairs, Difference difference);

/// A group with several settings: what the source found fastest, and what we would have chosen among the
/// same.
struct ChoiceCase {
  std::string url, quality, source, configuration;
  std::string fastest, ours;    ///< by id
  int settings = 0, equal = 0;  ///< how many there are, and how many we call as fast as our fastest
  bool holds_fastest = false;   ///< whether the measured fastest is among those
  double fastest_seconds = 0, our_seconds = 0;  ///< of one sequence, both measured
  [[nodiscard]] double loss() const { return our_seconds / fastest_seconds - 1; }
};
std::vector<ChoiceCase> choice_cases(const std::vector<RunGroup>& groups);

/// The cases as a table: beside the fastest setting's seconds of one sequence those that ours measured.
AccuracyTable choice_table(const std::vector<SpeedRow>& rows);

}  // namespace zp::test
