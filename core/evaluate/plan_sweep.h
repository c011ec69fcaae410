// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan_settings.h"
#include "core/plan/swept_key.h"
#include "core/search/figures.h"

/// One plan with its keys at many values, or the named plans of one file, as rows.
namespace zp {

struct PlanSweepRow {
  std::vector<KeySetting> settings;  ///< one for each key swept, in their order; of a scenario its name
  std::optional<Figures> figures;    ///< nothing where no plan comes of them
  std::string stop;                  ///< why there is none, or what DeepSpeed stops at; "" where it runs
  /// Whether it fits and nothing stops it.
  [[nodiscard]] bool runs() const { return stop.empty() && figures && figures->estimate.fits(); }
};

inline constexpr std::size_t most_sweep_rows = most_swept;

/// Every combination of the values, the last key changing fastest. What cannot be is a row with its reason.
/// Throws FileError where a key is swept twice, or for more than most_sweep_rows.
std::vector<PlanSweepRow> sweep_plan(const PlanDocument& document, const std::vector<SweptKey>& keys);

/// The scenarios of a file, in its order. Throws FileError where they cannot be read, or there are none.
std::vector<PlanSweepRow> scenario_rows(const PlanDocument& document);

}  // namespace zp
