// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/accuracy/accuracy.h"
#include "tests/truth/published/published.h"
#include "tests/truth/published/table_parts.h"

/// The tables of resources/accuracy/memory.json, computed from the rows of tests/data.
namespace zp::test {

/// Tables of model states against DeepSpeed's engine, and of activations against PyTorch's autograd, both
/// counted to the byte.
AccuracyTable engine_states_table();
AccuracyTable saved_activations_table();
/// Table of the peak memory of one GPU, of rows whose configuration is complete, either DeepSpeed's or all
/// others; runs with adapters have a table of their own.
AccuracyTable peak_table(const std::vector<Published>& rows, bool is_deepspeed);
/// Table of the peaks of runs that train adapters, whatever the framework: LoRA, and QLoRA over a base
/// in 4 bits.
AccuracyTable adapter_peak_table(const std::vector<Published>& rows);
AccuracyTable pipeline_peak_table(const std::vector<Published>& rows);
/// Table of the peaks of rows that do not give layers, sequence, batch or checkpointing, for orientation.
AccuracyTable incomplete_peak_table(const std::vector<Published>& rows);
/// Table of runs known to have run (throughput and peak rows) or to have run out of memory.
AccuracyTable fit_table(const std::vector<Published>& memory, const std::vector<Published>& throughput);
AccuracyTable largest_micro_batch_table(const std::vector<Published>& rows);
/// Table of see_memory_usage while the engine is built, entry by entry.
AccuracyTable engine_log_table(const std::vector<Published>& rows);
AccuracyTable host_table(const std::vector<Published>& rows);
/// Table of every public log whose run is known well enough to plan it, moment by moment, with the reasons.
AccuracyTable run_log_table();
/// Table of head and loss alone, as kernels are benchmarked.
AccuracyTable component_table();
AccuracyTable largest_model_table(const std::vector<Published>& rows);

/// All these tables, and the rows that no table has.
Accuracy memory_accuracy();

}  // namespace zp::test
