// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/estimate/figures.h"
#include "core/plan/plan.h"
#include "core/report/table.h"

namespace zp {

/// The files that a run writes to disk: kind, size, and time to write.
struct CheckpointWords {
  Table table;
  std::vector<std::string> sentences;  ///< costs of saving and loading, and where a run resumes
};
CheckpointWords checkpoint_words(const Plan& plan, const Figures& figures);

}  // namespace zp
