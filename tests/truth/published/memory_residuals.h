// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/accuracy/accuracy.h"
#include "core/memory/peak_range.h"
#include "tests/truth/published/residual_range.h"

/// Peaks of published runs over those of the ledger, from which the likely range of a peak is made.
namespace zp::test {

struct MemoryResidual {
  MemoryKind kind{};
  Residual of;
  bool is_blind = false;     ///< the plan was written before any estimate was made (tests/data/blind)
  bool is_held_out = false;  ///< by the division of the collection
};

/// Returns the residuals of all complete rows whose peak was read, and of the blind ones.
const std::vector<MemoryResidual>& memory_residuals();

/// Returns the rows of core/memory/peak_factors.inc, one for each kind of run.
std::vector<PeakFactors> peak_ranges();
/// Returns the text of that file.
std::string peak_factors_text();
/// Returns the ranges in words, and how many rows they hold when they are taken from the other sources.
AccuracyGrid peak_range_grid();
/// Returns how many of a kind's rows are held so.
Coverage coverage_of(MemoryKind kind);

}  // namespace zp::test
