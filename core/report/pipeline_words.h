// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/report/table.h"

namespace zp {

/// A pipeline's stages: what each holds, how many micro batches wait in it, memory of a GPU and seconds of a
/// micro batch. Empty where there is no pipeline.
Table pipeline_table(const Plan& plan);

}  // namespace zp
