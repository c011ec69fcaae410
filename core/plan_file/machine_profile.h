// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/plan/plan.h"
#include "core/text/file_error.h"

/// The measured constants of a machine (core/plan/measured.h) as a file of its own, which plans name in
/// `cluster.profile`. It holds the section `measured` of a plan file, under a format of its own.
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
/// Sets the constants back to the published ones and drops the name of the profile file.
void forget_profile(PlanDocument& document);

/// Reads the file that `cluster.profile` names into the plan. The file is looked for beside the plan's own
/// file `plan_path` ("-" or "": there is none), then in profiles/ of the user's configuration folder. If it
/// cannot be read, the plan's own copy in `measured` counts, and the returned sentence says so; otherwise ""
/// is returned. Throws FileError if there is no copy either, or the file is no profile.
std::string follow_profile(PlanDocument& document, const std::string& plan_path);

/// Returns "Calibrated on 8 × H100 SXM 80GB, 2026-11-22: 3 figures.", or "" if nothing was measured.
std::string calibrated_on(const PlanDocument& document);

}  // namespace zp
