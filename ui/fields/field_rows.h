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

/// A function that asks, for each plan, whether anything similar to it runs, and passes the answers
/// to `told` later.
using AskReach = std::function<void(
    std::vector<Plan> plans, std::function<void(const std::vector<std::optional<Reachability>>&)> callback)>;

/// A row of the input panel tied to the plan: what the user does becomes a proposal, and refresh() shows the
/// plan as it stands.
struct BoundRow {
  InputRow* row = nullptr;
  const Field* field = nullptr;
  std::function<void()> refresh;
  /// Greys the choices with which no plan runs, by core's choice for the plan as it stands; empty if the
  /// field does not decide on that.
  std::function<void(const PlanChoice&)> refreshDoubts = {};
  /// Greys the choices with which no plan runs, whenever the list is opened; empty if the field does not
  /// decide on that.
  std::function<void(const AskReach&)> greyBy = {};
};

/// Makes the row of a field; `model` and `field` must outlive it.
BoundRow bindField(const Field& field, PlanModel& model);

}  // namespace zp
