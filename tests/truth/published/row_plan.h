// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/csv.h"

namespace zp::test {

/// Returns a row's columns as a plan file, with what tests/data/published-settings.json says of its model,
/// machine and adapters; without a model if the row names none.
nlohmann::json plan_of_row(const CsvRow& row, const nlohmann::json& settings);

/// Returns the plan's word for the row's optimizer; "adamw" if the row names none that the plan has another
/// for.
std::string optimizer_of(const CsvRow& row);

/// Returns the ranks that share a sequence by context parallelism; 1 if they do not, and under DeepSpeed,
/// whose sequence parallelism the same column has.
int context_ranks_of(const CsvRow& row);

}  // namespace zp::test
