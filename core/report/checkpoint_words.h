// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/report/table.h"
#include "core/search/figures.h"

namespace zp {

/// What a run leaves on disk: what it is, its bytes, and how long writing it takes.
struct CheckpointWords {
  Table table;
  std::vector<std::string> sentences;  ///< what saving costs of the run, loading, and where it resumes
};
CheckpointWords checkpoint_words(const Plan& plan, const Figures& figures);

}  // namespace zp
