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

/// Learns a machine's constants from logs of its runs.
namespace zp {

/// A figure that was used: its line in the log, and its predictions before and after calibration.
struct UsedFigure {
  ObservedQuantity quantity{};
  std::string moment;
  LogPlace place;
  double measured = 0, before = 0, after = 0;  ///< values of the quantity, in its unit
};

struct LogCalibration {
  Calibration calibration;
  std::vector<UsedFigure> figures;
  std::vector<std::string> left_out;  ///< one sentence per unused log, with the reason
};

/// Calibrates from logs. Each run is described by its log: settings that the log states differently from the
/// plan are used for its figures; the plan itself is not changed. Logs of another model are left out, as are
/// logs without a figure that depends on the constants. Of several rates and times the most specific is used:
/// passes before steps, steps before averages, and the whole run, including its start, only if there is
/// nothing else.
LogCalibration calibrate(const PlanDocument& plan, std::span<const NamedLog> logs,
                         const Measured& start = {});

/// Names the plan's machine: "8 × H100 SXM 80GB", "2 × 8 × A100 SXM4 80GB".
std::string machine_name(const Plan& plan);

/// Returns the plan with the learnt constants and the machine's name; they no longer come from a profile
/// file.
PlanDocument calibrated_plan(PlanDocument plan, const MachineProfile& profile);
/// Returns the profile of a calibration. If `machine` is empty, the plan's own name is used. `date`:
/// "2026-11-22".
MachineProfile profile_from(const LogCalibration& calibration, const Plan& plan,
                            std::span<const NamedLog> logs, const std::string& machine,
                            const std::string& date);

}  // namespace zp
