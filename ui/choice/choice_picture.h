// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/search/choice.h"
#include "ui/results/plain_table.h"

namespace zp {

class ChoiceModel;

/// The displayed candidates of a choice, in one order for chart and table: the frontier from least memory up,
/// the best plan and the present one if they are not on it, then the candidates at the corners of the space.
/// A copy, so that it can be drawn later.
struct ChoicePicture {
  Plan plan;
  Capacity capacity;
  Pick origin{};
  std::vector<Option> options;
  std::vector<Bytes> memory;  ///< per GPU, as the card and the tables show it, by option
  std::vector<bool> stops;    ///< by option: true if the framework refuses it or fails with it later
  int frontier_count = 0;
  int best = -1, present = -1;
  std::vector<int> table;  ///< rows of the table: the frontier and the best, the most memory first

  [[nodiscard]] const Option& option(int index) const { return options[static_cast<std::size_t>(index)]; }
  [[nodiscard]] Bytes memoryOf(int index) const { return memory[static_cast<std::size_t>(index)]; }
  [[nodiscard]] bool fits(int index) const {
    return shortage_of(option(index), capacity).limit == Limit::none;
  }
  [[nodiscard]] bool isStopped(int index) const { return stops[static_cast<std::size_t>(index)]; }
};

/// Returns the picture of a choice. Precondition: choice.hasAnswer().
ChoicePicture pictureOf(const ChoiceModel& choice);

/// Returns the tool tip of an option: title, figures, differences from the present plan.
QString tipOf(const ChoicePicture& picture, int index);
/// Returns the same in one sentence.
QString wordsOf(const ChoicePicture& picture, int index);

/// Returns the frontier and the best as a table, in the order of picture.table: memory, tokens per second,
/// settings.
PlainTableData frontierTable(const ChoicePicture& picture);

}  // namespace zp
