// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/calibrate/calibrate_logs.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/plan_difference.h"
#include "core/evaluate/plan_sweep.h"
#include "core/export/flavours.h"
#include "core/measure/measure.h"
#include "core/report/json_style.h"
#include "core/search/ladder.h"
#include "core/search/recommend.h"
#include "core/search/solve.h"

/// The JSON documents of the command line. Sizes are bytes (integers), bandwidths GB/s (10^9). Each ends with
/// a newline. Text that is not UTF-8 is shown with replacement characters, so the documents always are.
namespace zp {

/// Format "zero-estimate/1". What of `step` and `throughput` depends on the step time is null where that is
/// not known, for a list of tensors.
std::string estimate_json(const Evaluation& evaluation, JsonStyle style = JsonStyle::pretty);

/// The same on one line without what people read: no ledgers, no sentences, no advice; of what the rules say
/// severity, code and path. For programs that ask about thousands of plans.
std::string brief_json(const PlanDocument& document);

/// {"error": sentence}, on one line.
std::string error_json(const std::string& sentence);

/// Format "zero-compare/1".
std::string compare_json(const Evaluation& evaluation, JsonStyle style = JsonStyle::pretty);

/// The same of the scenarios of a file, whose rows these are; what no estimate can be made of is in
/// "rejected".
std::string scenarios_json(const PlanDocument& document, const std::vector<PlanSweepRow>& rows);

/// Format "zero-ladder/1".
std::string ladder_json(const PlanDocument& document, const std::vector<Rung>& rungs,
                        JsonStyle style = JsonStyle::pretty);
/// Format "zero-solve/1". `document` gives the passed-through parts of the candidate's plan.
/// `unsolved`: why there is none.
std::string solve_json(const PlanDocument& document, const std::optional<Solution>& solution,
                       const Unsolved& unsolved = {}, JsonStyle style = JsonStyle::pretty);

/// Format "zero-recommend/1".
std::string recommend_json(const PlanDocument& document, const Recommendation& recommendation,
                           JsonStyle style = JsonStyle::pretty);

/// Format "zero-reference/1": {"estimators": {"zero_paper": {…}, …}}, see reference_figures.h.
std::string reference_json(const Plan& plan, const MemoryEstimate& estimate);

/// Format "zero-diff/1"; times are null where a plan has no clock.
std::string diff_json(const PlanDifference& difference);

/// Format "zero-sweep/1": {"rows": [{"set": {key: value}, "fits", …}]}; null where there is no figure.
std::string sweep_json(const std::vector<PlanSweepRow>& rows);
/// The same as RFC 4180 has it, units in the names of the columns. `rows` are some.
std::string sweep_csv(const std::vector<PlanSweepRow>& rows);

/// Format "zero-calibration/1".
std::string calibration_json(const LogCalibration& calibration, const PlanDocument& before,
                             const PlanDocument& after, std::span<const NamedLog> logs);

/// Format "zero-measure/1". `plan` may be nullptr: none was given.
std::string measure_json(const PlanDocument* plan, std::span<const NamedLog> logs,
                         const Measurement& measurement);

/// Which parts of the catalog to list.
struct CatalogParts {
  bool models = true, gpus = true, links = true;
  std::string user_file = {};  ///< where those stand that are not shipped
};
/// Format "zero-presets/1", with a list for each part asked for.
std::string presets_json(const CatalogParts& parts);

/// Format "zero-plan-keys/1": every key of the plan file with type, default and meaning.
std::string plan_keys_json();

/// Format "zero-export/1": the files written, the command that starts the run, and all that is said of the
/// plan and of what the export changed.
std::string export_json(const Evaluation& evaluation, const ProgramExport& made,
                        const std::vector<std::string>& paths);

}  // namespace zp
