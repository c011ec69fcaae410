// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/evaluate/evaluate.h"

namespace zp {

/// Returns the findings of check_config() on the plan's exported ds_config.json, for its model, cluster and
/// version: those above style that are not among the plan's own findings, worst first. A file with a refused
/// finding must not be written. Empty for a plan of another framework. Separate from evaluate(), because only
/// exports need it.
std::vector<Finding> check_of_export(const Evaluation& evaluation);

}  // namespace zp
