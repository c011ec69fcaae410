// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/objective.h"

#include <algorithm>
#include <array>

namespace zp {
namespace {

constexpr std::array objective_table = {
    ObjectiveRow{Objective::throughput, "throughput", "Most tokens/s", "The fastest that fits",
                 "As fast as the fastest"},
    ObjectiveRow{Objective::cost, "cost", "Least cost per token", "The least GPU time per token that fits",
                 "As cheap as the cheapest"},
    ObjectiveRow{Objective::gpus, "gpus", "Fewest GPUs", "The fastest on the fewest GPUs", ""},
    ObjectiveRow{Objective::memory, "memory", "Least memory", "The least GPU memory that runs", ""},
    ObjectiveRow{Objective::simplicity, "simplicity", "Simplest", "The least to get right of what fits", ""},
};

}  // namespace

std::span<const ObjectiveRow> objective_rows() { return objective_table; }

const ObjectiveRow& row_of(Objective objective) {
  return *std::ranges::find(objective_table, objective, &ObjectiveRow::objective);
}

}  // namespace zp
