// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <embedded/examples.h>

#include "core/plan_file/examples.h"
#include "core/plan_file/plan_reading.h"

namespace zp {

const std::vector<ExamplePlan>& example_plans() {
  static const std::vector<ExamplePlan> plans = [] {
    std::vector<ExamplePlan> made;
    for (const plan_io::Json& example : plan_io::parse_json(embedded::examples_json))
      made.push_back({example.at("title").get<std::string>(), example.at("about").get<std::string>(),
                      plan_io::read_tree(example.at("plan"))});
    return made;
  }();
  return plans;
}

PlanDocument example_plan() { return example_plans().front().document; }

}  // namespace zp
