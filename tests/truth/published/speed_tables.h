// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/accuracy/accuracy.h"
#include "tests/truth/published/speed_rows.h"
#include "tests/truth/published/table_parts.h"

/// The tables of resources/accuracy/speed.json, computed from the rows of
/// tests/data/throughput-measured.csv and throughput-measured-2.csv.
namespace zp::test {

/// Table of ZeRO++'s figures, which are in scope aux.
AccuracyTable zeropp_table();

/// Tables of micro-benchmarks, each compared with its own part of the clock.
AccuracyTable collective_table();
AccuracyTable cpu_adam_table();
AccuracyTable host_link_table();

/// Returns the rows of both collections.
std::vector<Published> all_published_runs(FactSource facts = FactSource::anywhere);
/// All these tables, and the rows that no table has.
Accuracy speed_accuracy();

}  // namespace zp::test
