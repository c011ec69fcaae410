// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/evaluate/evaluate.h"

namespace zp {

/// What check_config() says of the ds_config.json that an export of the plan would write, for its model,
/// cluster and version: all above style that the plan's own findings do not say, worst first. A file with a
/// refused one is not to be written. Apart from evaluate(), as it is of use to an export only.
std::vector<Finding> check_of_export(const Evaluation& evaluation);

}  // namespace zp
