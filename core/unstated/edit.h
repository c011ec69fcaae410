// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace zp {

/// Returns `before` with the plan edited to `next`. Values of the training program follow the edit
/// (with_program_defaults). A setting of open_settings() that the edit returned to its default counts as
/// stated from then on (PlanText::stated_defaults), because somebody chose that value.
PlanDocument with_edit(const PlanDocument& before, const Plan& next);

}  // namespace zp
