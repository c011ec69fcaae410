// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/plan/plan.h"

/// The limits of what Megatron-DeepSpeed trains, at the commit of its entry in the catalog. Internal to this
/// folder.
namespace zp {

/// Returns why Megatron-DeepSpeed would not start the plan, with the remedy; "" if it starts it.
std::string megatron_deepspeed_limit(const Plan& plan);

}  // namespace zp
