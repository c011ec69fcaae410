// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/accuracy/accuracy.h"
#include "core/search/resolution.h"
#include "tests/truth/published/speed_rows.h"

/// Compares published runs of one model on one machine: how well an estimate tells two plans apart, and
/// whether the fastest of several is among those that it calls as fast as its own.
namespace zp::test {

/// Runs of one source with one model, sequence and framework on one machine. Their plans differ only in what
/// a search chooses: not in the memory of the GPU, in the precision or in what is trained.
using RunGroup = std::vector<const SpeedRow*>;
std::vector<RunGroup> run_groups(const std::vector<SpeedRow>& rows);

/// Two runs of a group.
struct RunPair {
  std::string source, a, b;  ///< row ids
  Differences differs{};
  double error = 0;       ///< |ln| of the estimated ratio over the measured one
  double resolution = 0;  ///< the least difference that core says can be told
};
std::vector<RunPair> run_pairs(const std::vector<RunGroup>& groups);

/// The error that half of the pairs that differ in this alone do not exceed, with the same weight for every
/// source; 0 if there are no pairs.
struct PairError {
  int sources = 0, pairs = 0;
  double median = 0;
};
PairError error_of_pairs(const std::vector<RunPair>& pairs, DimensionKind difference);

/// A group with several settings: the setting that the source found fastest, and the one that we would have
/// chosen among them.
struct ChoiceCase {
  std::string url, quality, source, configuration;
  std::string fastest, ours;    ///< row ids
  int settings = 0, equal = 0;  ///< number of settings, and how many of them we call as fast as our fastest
  bool holds_fastest = false;   ///< true if the measured fastest is among those
  double fastest_seconds = 0, our_seconds = 0;  ///< both measured, of one sequence
  [[nodiscard]] double loss() const { return our_seconds / fastest_seconds - 1; }
};
std::vector<ChoiceCase> choice_cases(const std::vector<RunGroup>& groups);

/// Returns the cases as a table: the measured seconds of one sequence of the fastest setting beside those of
/// our setting.
AccuracyTable choice_table(const std::vector<SpeedRow>& rows);

}  // namespace zp::test
