// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/units/parse.h"

namespace zp::app {

/// Returns the decimal mark of the environment's locale (LC_ALL, LC_NUMERIC, LANG), in which the user types
/// numbers. It only affects which typed numbers are refused as ambiguous, never output.
DecimalMark typed_decimal_mark();

}  // namespace zp::app
