// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/calibrate/calibrate_logs.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/plan_difference.h"
#include "core/evaluate/plan_sweep.h"
#include "core/export/flavours.h"
#include "core/hardware/hardware.h"
#include "core/measure/measure.h"
#include "core/report/json_style.h"
#include "core/report/saved_plan.h"
#include "core/search/ladder.h"
#include "core/search/recommend.h"
#include "core/search/solve.h"

/// JSON output of the commands. Sizes are bytes (integers), bandwidths GB/s (10^9). Each document ends with a
/// newline. Invalid UTF-8 is replaced by replacement characters, so that documents are always valid UTF-8.
namespace zp {

/// Returns a document of format "zero-estimate/1". Figures of `step` and `throughput` that depend on the step
/// time are null if it is unknown, as for a list of tensors.
std::string estimate_json(const Evaluation& evaluation, JsonStyle style = JsonStyle::pretty,
                          const std::optional<SinceSaved>& since = {});

/// Returns the estimate on one line, for programs that evaluate thousands of plans: without ledgers,
/// sentences or advice, and with only severity, code and path of each finding.
std::string brief_json(const PlanDocument& document);

/// Returns {"error": sentence} on one line.
std::string error_json(const std::string& sentence);

/// Returns a document of format "zero-compare/1".
std::string compare_json(const Evaluation& evaluation, JsonStyle style = JsonStyle::pretty);

/// Returns a document of format "zero-compare/1" for a file's scenarios, one per row; rows without an
/// estimate are in "rejected".
std::string scenarios_json(const Scenarios& scenarios, const std::vector<PlanSweepRow>& rows);

/// Returns a document of format "zero-ladder/1".
std::string ladder_json(const PlanDocument& document, const std::vector<LadderStep>& rungs,
                        JsonStyle style = JsonStyle::pretty);
/// Returns a document of format "zero-solve/1". `document` provides the passed-through parts of the
/// candidate's plan; `unsolved` says why there is no candidate.
std::string solve_json(const PlanDocument& document, const std::optional<Solution>& solution,
                       const Unsolved& unsolved = {}, JsonStyle style = JsonStyle::pretty);

/// Returns a document of format "zero-hardware/1".
std::string hardware_json(const PlanDocument& document, const MachineRanking& ranking,
                          JsonStyle style = JsonStyle::pretty);

/// Returns a document of format "zero-recommend/1".
std::string recommend_json(const PlanDocument& document, const Recommendation& recommendation,
                           JsonStyle style = JsonStyle::pretty);

/// Returns a document of format "zero-reference/1": {"estimators": {"zero_paper": {…}, …}},
/// see reference_figures.h.
std::string reference_json(const Plan& plan, const MemoryEstimate& estimate);
/// Returns a document of format "zero-claims/1": the claims of the two documents (core/claims/claims.h).
std::string claims_json(const Plan& plan);

/// Returns a document of format "zero-diff/1"; times are null if a plan has no clock.
std::string diff_json(const PlanDifference& difference);

/// Returns a document of format "zero-sweep/1": {"rows": [{"set": {key: value}, "fits", …}]}; missing figures
/// are null.
std::string sweep_json(const std::vector<PlanSweepRow>& rows);
/// Returns the sweep as CSV (RFC 4180), with units in column names. Precondition: `rows` is not empty.
std::string sweep_csv(const std::vector<PlanSweepRow>& rows);

/// Returns a document of format "zero-calibration/1".
std::string calibration_json(const LogCalibration& calibration, const PlanDocument& before,
                             const PlanDocument& after, std::span<const NamedLog> logs);

/// Returns a document of format "zero-measure/1". `plan` is nullptr if none was given.
std::string measure_json(const PlanDocument* plan, std::span<const NamedLog> logs,
                         const Measurement& measurement);

/// The parts of the catalog to list.
struct CatalogParts {
  bool models = true, gpus = true, links = true, programs = true;
  std::string user_file = {};  ///< the file of the user's own presets
};
/// Returns a document of format "zero-presets/1", with one list per requested part.
std::string presets_json(const Catalog& presets, const CatalogParts& parts);

/// Returns a document of format "zero-plan-keys/1": every key of the plan file with type, default
/// and meaning.
std::string plan_keys_json();

/// Returns a document of format "zero-export/1": the files written, the command that starts the run, and all
/// findings on the plan and on changes made by the export.
std::string export_json(const Evaluation& evaluation, const ProgramExport& made,
                        const std::vector<std::string>& paths);

}  // namespace zp
