// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include "tests/support/csv.h"

namespace zp::test {

/// Returns a row's GPUs, links and host as `cluster` of a plan file. Names in its columns are looked up in
/// tests/data/published-settings.json (gpus, networks, hosts); the rest is the plan file's default.
nlohmann::json cluster_of(const CsvRow& row, const nlohmann::json& settings);

}  // namespace zp::test
