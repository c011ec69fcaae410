// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include "tests/support/csv.h"

namespace zp::test {

/// Returns a row's columns as a plan file, with what tests/data/published-settings.json says of its model,
/// machine and adapters; without a model if the row names none.
nlohmann::json plan_of_row(const CsvRow& row, const nlohmann::json& settings);

}  // namespace zp::test
