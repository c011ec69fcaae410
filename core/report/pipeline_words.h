// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/report/table.h"

namespace zp {

/// Returns a table of a pipeline's stages: layers, micro batches in flight, memory per GPU and seconds per
/// micro batch. Empty without a pipeline.
Table pipeline_table(const Plan& plan);

}  // namespace zp
