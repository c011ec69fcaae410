// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/speed/step_time.h"

namespace zp {

/// What the estimate is multiplied by to hold 80 % of published runs of a regime.
SecondsRange range_of(Regime regime);

}  // namespace zp
