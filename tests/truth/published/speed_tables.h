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

/// Step times of quality A without offload: the goal's rows.
AccuracyTable step_table(const std::vector<SpeedRow>& rows);
/// With optimizer or parameters offloaded, quality A and B, shape, sequence and micro batch given.
AccuracyTable offload_step_table(const std::vector<SpeedRow>& rows);
/// Without offload, of quality B: digitized, or partly configured.
AccuracyTable other_step_table(const std::vector<SpeedRow>& rows);
/// Runs whose kernels take less than launches and hooks; mixtures of experts; both without offload.
AccuracyTable host_bound_table(const std::vector<SpeedRow>& rows);
AccuracyTable moe_step_table(const std::vector<SpeedRow>& rows);
/// Rows without offload that leave out shape, sequence or micro batch.
AccuracyTable incomplete_step_table(const std::vector<SpeedRow>& rows);
/// Offloaded rows that leave out shape, sequence or micro batch.
AccuracyTable incomplete_offload_step_table(const std::vector<SpeedRow>& rows);
/// Megatron-LM's Table 2 (arXiv 2104.04473): ZeRO-3 without model parallelism.
AccuracyTable megatron_table(const std::vector<SpeedRow>& rows);
/// ZeRO-3's step time over that of stage 1 or 2, where two rows agree in source, model, GPU, GPU count,
/// sequence and micro batch.
AccuracyTable slowdown_table();
/// One table a regime: the rows the 80 % range is taken from.
AccuracyTable regime_table(const std::vector<SpeedRow>& rows, Regime regime, bool is_stated);

/// ZeRO++'s figures, which scope aux holds.
AccuracyTable zeropp_table();

/// Micro-benchmarks, each beside its own part of the clock.
AccuracyTable collective_table();
AccuracyTable cpu_adam_table();
AccuracyTable host_link_table();

/// The rows of both collections.
std::vector<Published> all_published_runs();
/// All of them, and the rows that no table has.
Accuracy speed_accuracy();

/// Median over sources of each source's median error.
double median_over_sources(const AccuracyTable& table);

}  // namespace zp::test
