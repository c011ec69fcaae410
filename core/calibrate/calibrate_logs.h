// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/calibrate/calibrate.h"
#include "core/measure/measure.h"
#include "core/plan_file/machine_profile.h"

/// A machine's constants from the logs of its runs.
namespace zp {

/// A figure that was used: the line it comes from, and its predictions before and after the calibration.
struct UsedFigure {
  ObservedQuantity quantity{};
  std::string moment;
  LogPlace place;
  double measured = 0, before = 0, after = 0;  ///< values of the quantity, in its unit
};

struct LogCalibration {
  Calibration calibration;
  std::vector<UsedFigure> figures;
  std::vector<std::string> left_out;  ///< one sentence for each log that is not used, with the reason
};

/// Calibrates from logs. A run counts as its log describes it: settings that the log states otherwise than
/// the plan are followed for its figures, and the plan keeps its own. A log of another model is left out, and
/// so is one that measures nothing that depends on the constants. Of rates and times the one that says most
/// is used: passes before steps, steps before averages, and the whole run, its start included, only if there
/// is nothing else.
LogCalibration calibrate(const PlanDocument& plan, std::span<const NamedLog> logs,
                         const Measured& start = {});

/// Names the plan's machine: "8 × H100 SXM 80GB", "2 × 8 × A100 SXM4 80GB".
std::string machine_name(const Plan& plan);

/// Returns the plan with the learned constants: its machine is named, and no longer comes from a file.
PlanDocument calibrated_plan(PlanDocument plan, const MachineProfile& profile);
/// Returns the profile of a calibration. An empty `machine` stands for the plan's own. `date`: "2026-11-22".
MachineProfile profile_from(const LogCalibration& calibration, const Plan& plan,
                            std::span<const NamedLog> logs, const std::string& machine,
                            const std::string& date);

}  // namespace zp
