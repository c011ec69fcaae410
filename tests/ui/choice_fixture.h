// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/plan_fixture.h"
#include "ui/model/choice_model.h"

namespace zp::test {

/// The example plan, with a ChoiceModel that finds the best plan beside it.
struct ChoiceFixture : PlanFixture {
  ChoiceModel choice{model, settings};
};

}  // namespace zp::test
