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

/// A sentence about a measurement, with what settles it: a setting that a log states otherwise, or a remedy
/// if the run died or crawls.
struct MeasuredSentence {
  Sentence sentence;
  const Contradiction* contradiction = nullptr;
  const Cure* remedy = nullptr;
};
/// Returns the sentences, why the run died first; they point into `measurement`.
std::vector<MeasuredSentence> sentencesOf(const Measurement& measurement, std::span<const NamedLog> logs);

/// Returns "run.log: 35 of 165 lines recognised"; for several logs one after the other.
QString logsText(std::span<const NamedLog> logs);

}  // namespace zp
