// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/search/choice.h"
#include "ui/results/plain_table.h"

namespace zp {

class ChoiceModel;

/// The shown candidates of a choice, in one order for chart and table: the frontier with the least memory
/// first, then the best plan and the present one if they are not on it, then the candidates at the corners of
/// the space. It is a copy, so that a picture can be made of it later.
struct ChoicePicture {
  Plan plan;
  Capacity capacity;
  Pick origin{};
  std::vector<Option> options;
  std::vector<Bytes> memory;  ///< of a GPU, as the card and the tables show it, by option
  std::vector<bool> stops;    ///< by option: the framework refuses it, or stops with it later
  int frontier_count = 0;
  int best = -1, present = -1;
  std::vector<int> table;  ///< rows of the table: the frontier with the best, the most memory first

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

/// Returns the frontier with the best, in the order of picture.table: memory, tokens per second,
/// and the settings.
PlainTableData frontierTable(const ChoicePicture& picture);

}  // namespace zp
