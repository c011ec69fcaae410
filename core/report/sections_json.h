// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/formula/words.h"
#include "core/memory/estimate.h"
#include "core/plan/finding.h"
#include "core/plan/plan.h"
#include "core/speed/step_time.h"

/// JSON objects that more than one document holds. Internal to report/.
namespace zp {

nlohmann::ordered_json estimate_object(const Plan& plan, const MemoryEstimate& estimate, const StepTime& time,
                                       const std::vector<Finding>& issues);
/// The contract's `step`, nulls where the step time is not known.
nlohmann::ordered_json step_object(const StepTime& time);
nlohmann::ordered_json throughput_object(const Plan& plan, const StepTime& time);
/// Every entry of the clock, in words too.
nlohmann::ordered_json time_ledger_array(const Plan& plan, const StepTime& time);
/// Of a formula: {name: {meaning, value, unit}}.
nlohmann::ordered_json symbols_object(std::span<const SymbolValue> symbols);
nlohmann::ordered_json issue_array(const std::vector<Finding>& issues);
/// The plan as its file would hold it.
nlohmann::ordered_json plan_object(const PlanDocument& document);
/// Two spaces (or one line), UTF-8 whatever the strings hold, and a newline.
std::string text_of(const nlohmann::ordered_json& json, bool one_line = false);

}  // namespace zp
