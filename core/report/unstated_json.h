// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/plan/plan.h"

/// A plan's unstated settings, in text and JSON. Internal to report/.
namespace zp {

/// Returns the section "Not stated" with the settings of largest effect; "" if everything relevant is stated.
/// Precondition: is_usable(document.plan).
std::string unstated_section(const PlanDocument& document, std::size_t width);
/// Adds `unstated`, `unstated_fits_probability` and `step_ends` of docs/json.md#zero-estimate1: all of these
/// settings, the odds with other values of them, and the range of step times that the decisive ones leave
/// possible. All are empty or null for a plan that is not usable.
void add_unstated(nlohmann::ordered_json& object, const PlanDocument& document, bool is_usable);

}  // namespace zp
