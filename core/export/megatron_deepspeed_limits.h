// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/plan/plan.h"

/// Plans that Megatron-DeepSpeed cannot train, at the commit of its catalog entry. Internal to this folder.
namespace zp {

/// Returns why Megatron-DeepSpeed cannot start the plan, with the remedy; "" if it can.
std::string megatron_deepspeed_limit(const Plan& plan);

}  // namespace zp
