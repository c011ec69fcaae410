// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/measure/measure.h"
#include "ui/results/plain_table.h"
#include "ui/results/sentence.h"

namespace zp {

/// Returns measured values beside predicted ones, the largest difference first.
PlainTableData differenceTable(const std::vector<MeasuredDifference>& differences,
                               std::span<const NamedLog> logs);
/// Returns the constants of the plan's machine that runs have changed: published and present value,
/// and the publisher.
PlainTableData constantTable(const Plan& plan);

/// A sentence about a measurement, with the setting that a log states otherwise, if it is about one.
struct MeasuredSentence {
  Sentence sentence;
  const Contradiction* contradiction = nullptr;
};
/// Returns the sentences: what else died or crawls than the first, then the contradictions, which are those
/// of `measurement` itself.
std::vector<MeasuredSentence> sentencesOf(const Measurement& measurement, std::span<const NamedLog> logs);

/// Returns "run.log: 35 of 165 lines recognised"; for several logs one after the other.
QString logsText(std::span<const NamedLog> logs);
/// Returns the same in two lines at most: the log that was added last, and how many more there are.
QString briefLogsText(std::span<const NamedLog> logs);

}  // namespace zp
