// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/plan/plan.h"

/// Plans that OpenRLHF cannot train, at the commit of its catalog entry. Internal to this folder.
namespace zp {

/// Returns why OpenRLHF cannot start the plan, with the remedy; "" if it can.
std::string openrlhf_limit(const Plan& plan);

}  // namespace zp
