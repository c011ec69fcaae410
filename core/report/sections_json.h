// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/estimate/figures.h"
#include "core/evaluate/article_calls.h"
#include "core/formula/words.h"
#include "core/measure/measure.h"
#include "core/plan/finding.h"
#include "core/plan/plan.h"
#include "core/settings/changed_keys.h"
#include "core/speed/whole_run.h"

/// JSON objects shared by several documents. Internal to report/.
namespace zp {

/// Returns ledger, clock and findings of one plan. Remedies are stated as changes to `document`.
nlohmann::ordered_json estimate_object(const PlanDocument& document, const Figures& figures,
                                       const std::vector<Finding>& findings);
/// Returns the object `step` of docs/json.md#zero-estimate1, with nulls if the step time is unknown.
nlohmann::ordered_json step_object(const Plan& plan, const StepTime& time);
nlohmann::ordered_json throughput_object(const Figures& figures);
/// Returns the files that a run writes to disk.
nlohmann::ordered_json checkpoint_object(const Plan& plan, const Figures& figures);
/// Returns the object `run` of docs/json.md#zero-estimate1.
nlohmann::ordered_json whole_run_object(const WholeRun& run);
/// Returns every clock entry, including its texts.
nlohmann::ordered_json time_ledger_array(const Plan& plan, const StepTime& time);
/// Returns the stages of a pipeline, in order.
nlohmann::ordered_json pipeline_array(const Plan& plan);
/// Returns the symbols of a formula: {name: {meaning, value, unit}}.
nlohmann::ordered_json symbols_object(std::span<const SymbolValue> symbols);
/// Returns "set": {dotted plan key: value, null = removed}.
nlohmann::ordered_json set_object(const std::vector<ChangedKey>& keys);
/// Returns "issues"; a finding with a remedy has "remedy": {"label", "set": {dotted plan key: value, null =
/// removed}}.
nlohmann::ordered_json issue_array(const PlanDocument& document, const std::vector<Finding>& findings);
/// Returns the article's own calls: "example_calls" of its estimator.
nlohmann::ordered_json article_calls_array(const std::vector<ArticleCall>& calls);
/// Returns "snapshots" of `measure`.
nlohmann::ordered_json snapshots_array(const Measurement& measurement, std::span<const NamedLog> logs);
/// Returns the plan as in its file.
nlohmann::ordered_json plan_object(const PlanDocument& document);
/// Returns the text of a document: two-space indentation (or one line), valid UTF-8, and a newline at the
/// end.
std::string text_of(const nlohmann::ordered_json& json, bool one_line = false);

/// Returns the figure; null if the step time is unknown.
nlohmann::ordered_json if_known(const StepTime& time, double figure);
/// Returns the text; null if it is empty.
nlohmann::ordered_json text_or_null(const std::string& text);

}  // namespace zp
