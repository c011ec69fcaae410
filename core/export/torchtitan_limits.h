// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/plan/plan.h"

namespace zp {

/// Returns why torchtitan 0.2.2 cannot train a plan of one process, DDP or FSDP2, with the remedy; "" if it
/// can.
std::string torchtitan_limit(const Plan& plan);

}  // namespace zp
