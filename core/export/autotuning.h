// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/plan/plan.h"

/// DeepSpeed's own autotuner (deepspeed/autotuning/autotuner.py at 0.19.6), restricted to a few micro
/// batches. In its fast mode each experiment is the file with a micro batch, an accumulation and a
/// zero_optimization that has only the stage, without the file's offload and sizes. In its full mode it tries
/// its own lists of sizes, 144 combinations at stage 3, not the file's.
namespace zp {

/// Returns the plan as an autotuner experiment runs it: with ZeRO's defaults at the plan's stage.
Plan as_autotuned(Plan plan, std::int64_t micro_batch, std::int64_t accumulation);

/// Returns the document with an `autotuning` section in its ds_config that makes DeepSpeed try approximately
/// the micro batches of `shortlist`; the global batch is the upper limit. Precondition: at least one plan,
/// and every plan's micro batch belongs to the document's global batch.
PlanDocument with_autotuning(const PlanDocument& document, std::span<const Plan> shortlist);

/// Returns true if the document's ds_config enables the autotuner.
bool is_autotuned(const PlanDocument& document);

/// One of the runs that the autotuner starts.
struct AutotunerRun {
  std::int64_t micro_batch = 1, accumulation = 1;
  bool operator==(const AutotunerRun&) const = default;
};
/// Returns the runs that Autotuner.tune_space starts for the document's section, assuming that each one works
/// and none but the first is abandoned for a smaller batch. Excludes the separate run that profiles the model
/// first. Source: get_min_max_micro_batch_size, get_tuning_micro_batch_size_list and
/// run_tuning_micro_batch_sizes.
std::vector<AutotunerRun> autotuner_runs(const PlanDocument& document);

}  // namespace zp
