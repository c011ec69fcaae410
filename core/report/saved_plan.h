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

/// Plan files with the figures at the time of saving, and the sentence about figures that have changed since.
namespace zp {

/// Returns the figures to save with a plan.
SavedFigures figures_to_save(const Plan& plan, const Figures& figures);
/// Returns the plan file with its present figures; without figures if the plan cannot be estimated.
std::string plan_file_text(const PlanDocument& document);
/// Adds the present figures to the plan file among `files`.
void put_figures(std::vector<ExportFile>& files);

/// A figure of a plan before and now.
struct ChangedAmount {
  std::string name;  ///< "gpu_peak_bytes", "host_bytes_per_node", "step_s", or an entry's id
  double before = 0, now = 0;
  bool operator==(const ChangedAmount&) const = default;
};

/// Changes of a plan's figures since it was saved.
struct SinceSaved {
  std::string version;                 ///< version of the program that saved it
  std::vector<ChangedAmount> figures;  ///< figures that differ
  std::vector<ChangedAmount> entries;  ///< entries that caused it, the largest change of each figure first
  std::string sentence;
  bool operator==(const SinceSaved&) const = default;
};

/// Returns the changes; nullopt if the figures are the same when rounded for display.
std::optional<SinceSaved> since_saved(const SavedFigures& saved, const Plan& plan, const Figures& figures);

}  // namespace zp
