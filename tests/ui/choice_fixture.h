// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/plan_fixture.h"
#include "ui/model/choice_model.h"
#include "ui/model/unstated_model.h"

namespace zp::test {

/// The example plan, with the best plan beside it and what it leaves open.
struct ChoiceFixture : PlanFixture {
  ChoiceModel choice{model, settings};
  UnstatedModel unstated{model};
};

}  // namespace zp::test
