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

/// The answers of json.h for a person at a terminal: UTF-8, aligned columns, a newline at the end.
namespace zp {

enum class LedgerText : std::uint8_t { left_out, shown };
/// Returns verdict, the best plan, issues, components at the peak, phases, host and drive and speed; then the
/// ledger and the clock with formulas and sources, if they are asked for.
std::string estimate_text(const Evaluation& evaluation, const std::optional<SinceSaved>& since = {},
                          LedgerText ledger = LedgerText::left_out);
/// Returns the sentence of `recommend` about the plan's model and cluster, which every command shares, in
/// lines of that width. Precondition: is_usable(plan).
std::string best_plan_text(const Plan& plan, std::size_t width);
/// Returns the estimate in a few lines to send to someone: verdict, speed, and a link that opens the plan.
std::string summary_text(const Evaluation& evaluation);
/// Returns one line a strategy, in the order of strategies_of(), with the plan's own marked.
std::string compare_text(const Evaluation& evaluation);
std::string solve_text(const PlanDocument& document, Unknown unknown, const std::optional<Solution>& solution,
                       const Unsolved& unsolved = {});
/// Returns one line a step of the ladder, and what each step requires of a program.
std::string ladder_text(const PlanDocument& document, const std::vector<LadderStep>& rungs);
/// Returns at most `most` machines within the limits, and why others fall out.
std::string hardware_text(const PlanDocument& document, const MachineRanking& ranking,
                          const MachineLimits& limits, std::size_t most);
/// Returns the candidates, best first, with their reasons, then why the others were rejected.
std::string recommend_text(const PlanDocument& document, const Recommendation& recommendation);
/// Returns the files written, the command that starts the run, and what the export changed.
std::string export_text(const Evaluation& evaluation, const ProgramExport& made,
                        const std::vector<std::string>& paths);
/// Returns the article's own calls of its generator beside our answers, with the reason for each difference.
std::string article_calls_text(const std::vector<ArticleCall>& calls);
/// Returns the other estimators' figures beside ours, with the reasons they differ.
std::string reference_text(const PlanDocument& document, const MemoryEstimate& estimate);
/// Returns each claim of the two documents with its verdict, our figure for the plan and the reason.
std::string claims_text(const Plan& plan);
/// Returns verdict, totals, keys that differ, and every entry of ledger and clock that changes, largest
/// change first.
std::string diff_text(const PlanDifference& difference);
/// Returns one line a row, with what is short or stops it. Precondition: `rows`, of a sweep over `document`,
/// is not empty.
std::string sweep_text(const PlanDocument& document, const std::vector<PlanSweepRow>& rows);
/// Returns what was recognised, what contradicts the plan, measured beside predicted figures with the
/// reasons, and each message that memory ran out with its ways out. `plan` may be nullptr.
std::string measure_text(const PlanDocument* plan, std::span<const NamedLog> logs,
                         const Measurement& measurement);
/// Returns each constant before and after with the source of its published value, the figures it comes from,
/// and what was left out.
std::string calibration_text(const LogCalibration& calibration, const PlanDocument& before,
                             const PlanDocument& after, std::span<const NamedLog> logs);
/// Returns a table for each part asked for, and the ids of those that are not shipped.
std::string presets_text(const Catalog& presets, const CatalogParts& parts);
/// Returns every key of the plan file with its type, its default and its meaning.
std::string plan_keys_text();
/// Returns the findings, one a paragraph, in the order given, with what the remedy sets; "" for none.
/// Remedies are changes to `document`.
std::string findings_text(const PlanDocument& document, const std::vector<Finding>& findings);

}  // namespace zp
