// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/plan/plan.h"

/// DeepSpeed's own autotuner (deepspeed/autotuning/autotuner.py at 0.19.6), limited to a few micro batches.
/// In its fast mode every experiment is the file with a micro batch, an accumulation and zero_optimization of
/// the stage alone: offload and sizes of the file are not in it. Not fast, it tries its own lists of sizes,
/// 144 combinations at stage 3, not those of the file.
namespace zp {

/// The plan as an experiment runs it.
Plan as_autotuned(Plan plan, std::int64_t micro_batch, std::int64_t accumulation);

/// The document with an `autotuning` section in its ds_config that has DeepSpeed try about the micro batches
/// of `shortlist` and nothing else; the global batch is its upper limit. Precondition: at least one plan,
/// whose micro batches are of the document's global batch.
PlanDocument with_autotuning(const PlanDocument& document, std::span<const Plan> shortlist);

/// Whether the ds_config of the document has the autotuner on.
bool is_autotuned(const PlanDocument& document);

/// One of the runs the autotuner starts.
struct AutotunerRun {
  std::int64_t micro_batch = 1, accumulation = 1;
  bool operator==(const AutotunerRun&) const = default;
};
/// Those of Autotuner.tune_space for the document's section, where each runs and none but the first is given
/// up for a smaller batch; its profile of the model, a run of its own before them, left out. Source:
/// get_min_max_micro_batch_size, get_tuning_micro_batch_size_list and run_tuning_micro_batch_sizes.
std::vector<AutotunerRun> autotuner_runs(const PlanDocument& document);

}  // namespace zp
