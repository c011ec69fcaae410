// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/evaluate/evaluate.h"

namespace zp {

/// Returns the findings of check_config() on the ds_config.json that an export of the plan would write, for
/// its model, cluster and version: those above style that the plan's own findings do not have, worst first. A
/// file with a refused one must not be written. Empty for a plan of another framework. It is apart from
/// evaluate() because only an export needs it.
std::vector<Finding> check_of_export(const Evaluation& evaluation);

}  // namespace zp
