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
/// the stage alone: offload and sizes of the file are not in it. Outside its fast mode it tries its own lists
/// of sizes, 144 combinations at stage 3, not those of the file.
namespace zp {

/// Returns the plan as the autotuner's experiment runs it: ZeRO's defaults at the plan's stage.
Plan as_autotuned(Plan plan, std::int64_t micro_batch, std::int64_t accumulation);

/// Returns the document with an `autotuning` section in its ds_config that makes DeepSpeed try roughly the
/// micro batches of `shortlist` and nothing else; the global batch is its upper limit. Precondition: at least
/// one plan, and every plan's micro batch belongs to the document's global batch.
PlanDocument with_autotuning(const PlanDocument& document, std::span<const Plan> shortlist);

/// Returns true if the ds_config of the document has the autotuner on.
bool is_autotuned(const PlanDocument& document);

/// One of the runs that the autotuner starts.
struct AutotunerRun {
  std::int64_t micro_batch = 1, accumulation = 1;
  bool operator==(const AutotunerRun&) const = default;
};
/// Returns the runs of Autotuner.tune_space for the document's section, provided each one runs and
/// none but the first is given up for a smaller batch; the profile of the model, a run of its own
/// before them, is left out. Source: get_min_max_micro_batch_size, get_tuning_micro_batch_size_list
/// and run_tuning_micro_batch_sizes.
std::vector<AutotunerRun> autotuner_runs(const PlanDocument& document);

}  // namespace zp
