// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/plan/plan.h"
#include "core/text/file_error.h"

/// A machine's measured constants (core/plan/measured.h) in a separate file, which plans name in
/// `cluster.profile`. It contains the section `measured` of a plan file, with a format id of its own.
namespace zp {

struct MachineProfile {
  Measured measured;
  std::string machine, date, logs;
  bool operator==(const MachineProfile&) const = default;
};

/// Reads a profile. Throws FileError, as read_plan() does.
MachineProfile read_profile(std::string_view json_text);
std::string write_profile(const MachineProfile& profile);

MachineProfile profile_of(const PlanDocument& document);
void set_profile(PlanDocument& document, const MachineProfile& profile);
/// Resets the constants to the published ones and removes the name of the profile file.
void forget_profile(PlanDocument& document);

/// Reads the file named by `cluster.profile` into the plan. It is searched for next to the plan file
/// `plan_path` ("-" or "": none), then in profiles/ of the user's configuration folder. If it cannot be read,
/// the plan's own copy in `measured` is used and the returned sentence says so; otherwise returns "". Throws
/// FileError if there is no copy either, or the file is not a profile.
std::string follow_profile(PlanDocument& document, const std::string& plan_path);

/// Returns "Calibrated on 8 × H100 SXM 80GB, 2026-11-22: 3 figures."; "" without a calibration.
std::string calibrated_on(const PlanDocument& document);

}  // namespace zp
