// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/plan/plan.h"
#include "tests/support/csv.h"

/// Plans of the rows that were counted to the byte: engine-model-states.csv and saved-activations.csv.
namespace zp::test {

Plan engine_plan(const CsvRow& row);
std::string engine_row_name(const CsvRow& row);

/// The number of blocks in the plans below; the figures of a row are those of one block.
inline constexpr std::int64_t counted_layers = 3;
Plan activations_plan(const CsvRow& row);
std::string activations_row_name(const CsvRow& row);

}  // namespace zp::test
