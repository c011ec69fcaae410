// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/calibrate/calibrate_logs.h"
#include "core/evaluate/article_calls.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/plan_difference.h"
#include "core/evaluate/plan_sweep.h"
#include "core/hardware/hardware.h"
#include "core/report/json.h"
#include "core/search/ladder.h"
#include "core/search/recommend.h"
#include "core/search/solve.h"

/// Output of the commands as text, the counterpart of json.h: UTF-8, aligned columns, a newline at the end.
namespace zp {

enum class LedgerText : std::uint8_t { left_out, shown };
/// Returns verdict, the best plan, issues, components at the peak, phases, host, drive and speed; then, if
/// requested, ledger and clock with formulas and sources.
std::string estimate_text(const Evaluation& evaluation, const std::optional<SinceSaved>& since = {},
                          LedgerText ledger = LedgerText::left_out);
/// Returns `recommend`'s sentence about the plan's model and cluster, used by every command, wrapped at that
/// width. Precondition: is_usable(plan).
std::string best_plan_text(const PlanDocument& document, std::size_t width);
/// Returns the estimate in a few lines for a message: verdict, speed, and a link that opens the plan.
std::string summary_text(const Evaluation& evaluation);
/// Returns one line per strategy, in the order of strategies_of(), with the plan's own marked.
std::string compare_text(const Evaluation& evaluation);
std::string solve_text(const PlanDocument& document, Unknown unknown, const std::optional<Solution>& solution,
                       const Unsolved& unsolved = {});
/// Returns one line per step of the ladder, with its requirements on the program.
std::string ladder_text(const PlanDocument& document, const std::vector<LadderStep>& rungs);
/// Returns at most `most` machines within the limits, and why others are ruled out.
std::string hardware_text(const PlanDocument& document, const MachineRanking& ranking,
                          const MachineLimits& limits, std::size_t most);
/// Returns the candidates, best first, with their reasons, then why other strategies were rejected.
std::string recommend_text(const PlanDocument& document, const Recommendation& recommendation);
/// Returns the files written, the command that starts the run, and the export's changes.
std::string export_text(const Evaluation& evaluation, const ProgramExport& made,
                        const std::vector<std::string>& paths);
/// Returns the article's own calls of its generator next to this planner's results, with the reason for each
/// difference.
std::string article_calls_text(const std::vector<ArticleCall>& calls);
/// Returns the other estimators' figures next to this planner's, and why they differ.
std::string reference_text(const PlanDocument& document, const MemoryEstimate& estimate);
/// Returns each claim of the two documents with its verdict, this planner's figure for the plan, and the
/// reason.
std::string claims_text(const Plan& plan);
/// Returns verdict, totals, differing keys, and every ledger and clock entry that changes, the largest change
/// first.
std::string diff_text(const PlanDifference& difference);
/// Returns one line per row, with the missing memory or the finding that stops it. Precondition: `rows` is
/// not empty and comes from a sweep over `document`.
std::string sweep_text(const PlanDocument& document, const std::vector<PlanSweepRow>& rows);
/// Returns the recognised quantities, contradictions to the plan, measured next to predicted figures with
/// reasons, and each out-of-memory message with its cures. `plan` may be nullptr.
std::string measure_text(const PlanDocument* plan, std::span<const NamedLog> logs,
                         const Measurement& measurement);
/// Returns each constant before and after with the source of its published value, the figures it is based on,
/// and what was left out.
std::string calibration_text(const LogCalibration& calibration, const PlanDocument& before,
                             const PlanDocument& after, std::span<const NamedLog> logs);
/// Returns one table per requested part, and the ids of user presets.
std::string presets_text(const Catalog& presets, const CatalogParts& parts);
/// Returns every key of the plan file with its type, its default and its meaning.
std::string plan_keys_text();
/// Returns the findings, one per paragraph, in the given order, with the keys that their remedies set; "" if
/// there are none. Remedies are stated as changes to `document`.
std::string findings_text(const PlanDocument& document, const std::vector<Finding>& findings);

}  // namespace zp
