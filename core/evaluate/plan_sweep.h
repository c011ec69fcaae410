// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/estimate/figures.h"
#include "core/plan_file/scenarios.h"
#include "core/settings/plan_settings.h"
#include "core/settings/swept_key.h"

/// Sweeps: a plan with several values for some keys, or the scenarios of a file, as rows of figures.
namespace zp {

struct PlanSweepRow {
  std::vector<KeySetting> settings;  ///< values of the swept keys, in order; for a scenario its name
  std::optional<Figures> figures;    ///< nullopt if the plan with these settings cannot be estimated
  std::string stop;  ///< reason for missing figures, or the finding with which DeepSpeed fails; "" if it runs
  /// Returns true if the plan fits and nothing stops it.
  [[nodiscard]] bool runs() const { return stop.empty() && figures && figures->estimate.fits(); }
};

inline constexpr std::size_t most_sweep_rows = most_swept;

/// Returns one row per combination of values, the last key changing fastest, with models from `presets`. A
/// combination that is not a valid plan gets a row with the reason. Throws FileError if a key is swept twice,
/// or for more than most_sweep_rows rows.
std::vector<PlanSweepRow> sweep_plan(const PlanDocument& document, const std::vector<SweptKey>& keys,
                                     const Catalog& presets = catalog());

/// Returns one row per scenario, in order.
std::vector<PlanSweepRow> scenario_rows(const Scenarios& scenarios);

/// A setting that differs between scenarios.
struct DifferingSetting {
  std::string path;                 ///< dotted
  std::vector<std::string> values;  ///< JSON text, one per scenario, in order
};
/// Returns the settings in which any scenario differs from the first.
std::vector<DifferingSetting> differing_settings(const Scenarios& scenarios);

}  // namespace zp
