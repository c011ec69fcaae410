// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/plan/plan.h"
#include "core/text/file_error.h"

/// What runs showed of a machine (core/plan/measured.h) as a file of its own, which plans name in
/// `cluster.profile`: the section `measured` of a plan file, under a format of its own.
namespace zp {

struct MachineProfile {
  Measured measured;
  std::string machine, date, logs;
  bool operator==(const MachineProfile&) const = default;
};

/// Throws FileError, as read_plan() does.
MachineProfile read_profile(std::string_view json_text);
std::string write_profile(const MachineProfile& profile);

MachineProfile profile_of(const PlanDocument& document);
void set_profile(PlanDocument& document, const MachineProfile& profile);
/// The published constants again, and no file that says otherwise.
void forget_profile(PlanDocument& document);

/// Reads `cluster.profile` of a plan that stands in the file `plan_path` ("-" or "": in none), beside which
/// its path is looked for, and then in profiles/ of the user's configuration folder. The plan's own
/// `measured` is a copy that counts where the file cannot be read; then the sentence says so. Throws
/// FileError where there is no copy either, or the file is no profile.
std::string follow_profile(PlanDocument& document, const std::string& plan_path);

/// "Calibrated on 8 × H100 SXM 80GB, 2026-11-22: 3 figures."; "" where nothing was measured.
std::string calibrated_on(const PlanDocument& document);

}  // namespace zp
