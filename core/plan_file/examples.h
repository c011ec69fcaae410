// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace zp {

/// An example plan from resources/examples/examples.json.
struct ExamplePlan {
  std::string title;  ///< "Llama 3.1 8B at 8K on 4 × A100"
  std::string about;  ///< one sentence about what the example shows
  PlanDocument document;
};

/// Returns all example plans; the first is example_plan().
const std::vector<ExamplePlan>& example_plans();

}  // namespace zp
