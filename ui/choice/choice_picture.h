// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/search/choice.h"
#include "ui/results/plain_table.h"

namespace zp {

class ChoiceModel;

/// The candidates of a choice that are shown, in one order for chart and table: the frontier with the least
/// memory first, then the best and the plan as it is where they are not on it, then what stands at the
/// corners of the space. It is a copy, so that a picture can be made of it later.
struct ChoicePicture {
  Plan plan;
  Capacity capacity;
  Pick origin{};
  std::vector<Option> options;
  int frontier_count = 0;
  int best = -1, present = -1;
  std::vector<int> table;  ///< the rows of the table: the frontier with the best, the most memory first

  [[nodiscard]] const Option& option(int index) const { return options[static_cast<std::size_t>(index)]; }
  [[nodiscard]] bool fits(const Option& one) const { return shortage_of(one, capacity).limit == Limit::none; }
};

/// Precondition: choice.hasAnswer().
ChoicePicture pictureOf(const ChoiceModel& choice);

/// What a tool tip says of one: title, figures, what differs from the plan as it is.
QString tipOf(const ChoicePicture& picture, int index);
/// The same in one sentence.
QString wordsOf(const ChoicePicture& picture, int index);

/// The frontier with the best, by picture.table: memory, tokens per second, and what is done there.
PlainTableData frontierTable(const ChoicePicture& picture);

}  // namespace zp
