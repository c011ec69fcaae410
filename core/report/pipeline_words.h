// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/report/table.h"

namespace zp {

/// Returns a table of a pipeline's stages: the layers of each, how many micro batches wait in it, memory of a
/// GPU and seconds of a micro batch. Empty if there is no pipeline.
Table pipeline_table(const Plan& plan);

}  // namespace zp
