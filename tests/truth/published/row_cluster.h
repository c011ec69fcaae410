// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include "tests/support/csv.h"

namespace zp::test {

/// A row's GPUs, links and host as `cluster` of a plan file; what its columns name is looked up in
/// tests/data/published-settings.json (gpus, networks, hosts), the rest is the plan file's default.
nlohmann::json cluster_of(const CsvRow& row, const nlohmann::json& settings);

}  // namespace zp::test
