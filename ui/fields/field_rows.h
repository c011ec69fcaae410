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

/// Asks of each plan whether anything runs that is like it, and tells later.
using AskReach = std::function<void(std::vector<Plan> plans,
                                    std::function<void(const std::vector<std::optional<Reach>>&)> told)>;

/// A row of the input panel tied to the plan: what the user does becomes a proposal, and refresh() shows the
/// plan as it stands.
struct BoundRow {
  InputRow* row = nullptr;
  const Field* field = nullptr;
  std::function<void()> refresh;
  /// Greys what no plan runs with, by core's choice for the plan as it stands; nothing where it has no say.
  std::function<void(const PlanChoice&)> refreshDoubts = {};
  /// Greys, whenever its list is opened, what no plan runs with; nothing where that is not asked of it.
  std::function<void(const AskReach&)> greyBy = {};
};

/// Makes the row of a field; `model` and `field` must outlive it.
BoundRow bindField(const Field& field, PlanModel& model);

}  // namespace zp
