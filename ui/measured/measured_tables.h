// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/measure/measure.h"
#include "ui/results/plain_table.h"
#include "ui/results/sentence.h"

namespace zp {

/// Returns a table of measured and predicted values, the largest difference first.
PlainTableData differenceTable(const std::vector<MeasuredDifference>& differences,
                               std::span<const NamedLog> logs);
/// Returns the constants of the plan's machine that calibration has changed: published value, present value,
/// and publisher.
PlainTableData constantTable(const Plan& plan);

/// A sentence about a measurement, and, if it is about one, the setting that the log states differently.
struct MeasuredSentence {
  Sentence sentence;
  const Contradiction* contradiction = nullptr;
};
/// Returns the sentences: further deaths after the first, then the contradictions, which point into
/// `measurement`.
std::vector<MeasuredSentence> sentencesOf(const Measurement& measurement, std::span<const NamedLog> logs);

/// Returns "run.log: 35 of 165 lines recognised"; for several logs one after another.
QString logsText(std::span<const NamedLog> logs);
/// Returns the same in at most two lines: the most recent log, and how many more there are.
QString briefLogsText(std::span<const NamedLog> logs);

}  // namespace zp
