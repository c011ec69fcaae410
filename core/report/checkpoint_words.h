// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/estimate/figures.h"
#include "core/plan/plan.h"
#include "core/report/table.h"

namespace zp {

/// The files that a run leaves on disk: their kind, their bytes, and the time to write them.
struct CheckpointWords {
  Table table;
  std::vector<std::string> sentences;  ///< what saving costs the run, loading, and where it resumes
};
CheckpointWords checkpoint_words(const Plan& plan, const Figures& figures);

}  // namespace zp
