// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/calibrate/calibrate.h"
#include "core/measure/measure.h"
#include "core/plan/machine_profile.h"

/// A machine's constants from the logs of its runs.
namespace zp {

/// A figure that was used: the line it comes from, and what was predicted before and is now.
struct UsedFigure {
  Observed quantity{};
  std::string moment;
  LogPlace place;
  double measured = 0, before = 0, after = 0;  ///< of the quantity, in its unit
};

struct LogCalibration {
  Calibration calibration;
  std::vector<UsedFigure> figures;
  std::vector<std::string> left_out;  ///< sentences: which log is not used, and why
};

/// A run is what its log says it was: settings that it states otherwise than the plan are followed for its
/// figures, and the plan keeps its own. A log of another model is left out, and one that measures nothing
/// that the constants decide on. Of rates and times the one that says most is used: passes before steps,
/// steps before averages, and the whole run, its start included, only where there is nothing else.
LogCalibration calibrate(const PlanDocument& plan, std::span<const NamedLog> logs,
                         const Measured& start = {});

/// "8 × H100 SXM 80GB", "2 × 8 × A100 SXM4 80GB".
std::string machine_name(const Plan& plan);

/// The plan with what was learned: its machine named, and no longer a file's.
PlanDocument calibrated_plan(PlanDocument plan, const MachineProfile& profile);
/// `machine` "": the plan's own. `date`: "2026-11-22".
MachineProfile profile_from(const LogCalibration& calibration, const Plan& plan,
                            std::span<const NamedLog> logs, const std::string& machine,
                            const std::string& date);

}  // namespace zp
