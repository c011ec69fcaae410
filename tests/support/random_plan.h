// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <rapidcheck.h>

#include "core/catalog/architecture.h"
#include "core/plan/plan.h"
#include "tests/support/shown_plan.h"

namespace zp::test {

/// Generates a custom shape, from one layer of width 1 to a large mixture of experts: any kind of block, with
/// or without shared key-value heads, latent attention, experts with or without dense layers and shared
/// experts, and weights outside the blocks.
rc::Gen<Architecture> any_shape();

/// The kind of models that random plans have.
enum class Models { of_catalog, of_any_shape };

/// Generates plans that check() accepts: any preset or count, any strategy, any batch and training switches.
rc::Gen<Plan> any_plan(Models of = Models::of_catalog);

/// Generates such plans with every switch that affects memory or time, where the plan allows it: parallel
/// degrees, LoRA, every optimizer and type, every key of zero_optimization, releases of DeepSpeed, FSDP
/// units.
rc::Gen<Plan> any_plan_of_all_kinds(Models of = Models::of_catalog);

}  // namespace zp::test
