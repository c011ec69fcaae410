// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/memory/estimate.h"
#include "core/plan/issue.h"
#include "core/plan/plan.h"

/// JSON objects that more than one document holds. Internal to report/.
namespace zp {

nlohmann::ordered_json estimate_object(const Plan& plan, const MemoryEstimate& estimate,
                                       const std::vector<Issue>& issues);
nlohmann::ordered_json issue_array(const std::vector<Issue>& issues);
/// The plan as its file would hold it.
nlohmann::ordered_json plan_object(const PlanDocument& document);
/// Two spaces (or one line), UTF-8 whatever the strings hold, and a newline.
std::string text_of(const nlohmann::ordered_json& json, bool one_line = false);

}  // namespace zp
