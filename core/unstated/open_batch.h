// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace zp {

/// Returns true if nobody stated a batch: neither micro batch nor accumulation, in the plan or in its
/// ds_config. A program's default is not a statement. False for methods that generate what they train on,
/// whose batch is part of the algorithm, and for a model whose shape is unknown.
bool leaves_batch_open(const PlanDocument& document);

}  // namespace zp
