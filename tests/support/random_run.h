// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <rapidcheck.h>

#include "core/plan/plan.h"
#include "core/search/space.h"
#include "tests/support/shown_plan.h"

namespace zp::test {

/// Generates realistic runs: a model and a GPU of the catalog on up to 16 nodes.
rc::Gen<Plan> any_run();

/// Returns the run with torchtitan: FSDP at stage 2, without DeepSpeed's settings and parallelism.
Plan with_torchtitan(Plan plan);

/// Generates any combination of a search's freedoms.
rc::Gen<Freedom> any_freedom();

}  // namespace zp::test
