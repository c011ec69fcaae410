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

/// A plan with its keys at many values, or the named plans of one file, as rows.
namespace zp {

struct PlanSweepRow {
  std::vector<KeySetting> settings;  ///< settings of the swept keys, in their order; for a scenario its name
  std::optional<Figures> figures;    ///< nullopt if the settings give no plan to estimate
  std::string stop;  ///< reason for missing figures, or what DeepSpeed stops at; "" if it runs
  /// Returns true if the plan fits and nothing stops it.
  [[nodiscard]] bool runs() const { return stop.empty() && figures && figures->estimate.fits(); }
};

inline constexpr std::size_t most_sweep_rows = most_swept;

/// Returns a row for every combination of the values, the last key changing fastest; a plan can name
/// `presets`. A combination that makes no plan gets a row with its reason. Throws FileError if a key is swept
/// twice, or for more than most_sweep_rows rows.
std::vector<PlanSweepRow> sweep_plan(const PlanDocument& document, const std::vector<SweptKey>& keys,
                                     const Catalog& presets = catalog());

/// Returns a row for each scenario, in their order.
std::vector<PlanSweepRow> scenario_rows(const Scenarios& scenarios);

/// A setting in which scenarios differ.
struct DifferingSetting {
  std::string path;                 ///< dotted
  std::vector<std::string> values;  ///< JSON text in each scenario, in their order
};
/// Returns the settings in which any scenario differs from the first.
std::vector<DifferingSetting> differing_settings(const Scenarios& scenarios);

}  // namespace zp
