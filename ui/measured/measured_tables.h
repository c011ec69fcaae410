// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/measure/measure.h"
#include "ui/results/plain_table.h"
#include "ui/results/sentence.h"

namespace zp {

/// Measured beside predicted, the largest difference first.
PlainTableData differenceTable(const std::vector<MeasuredDifference>& differences,
                               std::span<const NamedLog> logs);
/// The constants of the plan's machine that runs have moved: published and now, and who published.
PlainTableData constantTable(const Plan& plan);

/// What is to be said of a measurement, and what settles each: settings that a log states otherwise, and ways
/// out where memory ran out.
struct MeasuredSentence {
  Sentence sentence;
  const Contradiction* contradiction = nullptr;
  const Cure* cure = nullptr;
};
/// Points into `measurement`.
std::vector<MeasuredSentence> sentencesOf(const Measurement& measurement, std::span<const NamedLog> logs);

/// "run.log: 35 of 165 lines recognised"; of several logs one after the other.
QString logsText(std::span<const NamedLog> logs);

}  // namespace zp
