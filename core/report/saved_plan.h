// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/estimate/figures.h"
#include "core/export/bundle.h"
#include "core/plan_file/saved_figures.h"

/// Plan files with the figures of the day, and the sentence about a plan whose figures have changed since.
namespace zp {

/// Returns the figures to save with a plan.
SavedFigures figures_to_save(const Plan& plan, const Figures& figures);
/// Returns the plan's file with its present figures; without any if the plan cannot be estimated.
std::string plan_file_text(const PlanDocument& document);
/// Writes the present figures into the plan's file among these.
void put_figures(std::vector<ExportFile>& files);

/// A figure of a plan before and now.
struct ChangedAmount {
  std::string name;  ///< "gpu_peak_bytes", "host_bytes_per_node", "step_s"; or the id of an entry
  double before = 0, now = 0;
  bool operator==(const ChangedAmount&) const = default;
};

/// The changes of a plan's figures since it was saved.
struct SinceSaved {
  std::string version;                 ///< version of the program that saved it
  std::vector<ChangedAmount> figures;  ///< those that differ
  std::vector<ChangedAmount> entries;  ///< entries that did it, the largest change of each figure first
  std::string sentence;
  bool operator==(const SinceSaved&) const = default;
};

/// Returns what has changed; nothing if the figures read the same.
std::optional<SinceSaved> since_saved(const SavedFigures& saved, const Plan& plan, const Figures& figures);

}  // namespace zp
