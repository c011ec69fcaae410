// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/search/choice.h"
#include "ui/fields/fields.h"

namespace zp {

class InputRow;
class PlanModel;

/// Searches, for each plan, whether any variant of it runs, and passes the answers to `told` later.
using AskReach = std::function<void(
    std::vector<Plan> plans, std::function<void(const std::vector<std::optional<Reachability>>&)> callback)>;

/// A row of the input panel connected to the plan: the user's input is proposed to the model, and refresh()
/// shows the present plan.
struct BoundRow {
  InputRow* row = nullptr;
  const Field* field = nullptr;
  std::function<void()> refresh;
  /// Greys out the choices with which no plan runs, according to core's choice for the present plan; empty if
  /// the field does not affect that.
  std::function<void(const PlanChoice&)> refreshDoubts = {};
  /// Greys out the choices with which no plan runs, whenever the list is opened; empty if the field does not
  /// affect that.
  std::function<void(const AskReach&)> greyBy = {};
};

/// Makes the row of a field; `model` and `field` must outlive it.
BoundRow bindField(const Field& field, PlanModel& model);

}  // namespace zp
