// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/export/bundle.h"

namespace zp {

/// A value in an export's files that the plan does not state, for the user to replace.
struct OpenValue {
  std::string file;   ///< "ds_config.json"
  std::string name;   ///< "optimizer.params.lr"
  std::string value;  ///< "2e-05"; "" if the file leaves it out
  std::string about;  ///< "a usual one for what is trained"
};

/// Returns the values that the file of this name would have without a statement of the plan.
std::vector<OpenValue> open_values(const PlanDocument& document, std::string_view file);
/// Returns the values of all these files, in their order, and the list in the comment "Yours to fill in" of a
/// file that a program reads.
std::vector<OpenValue> open_values(const PlanDocument& document, std::span<const ExportFile> files);
/// Returns the comment of a script about the values of these files, of which it is the last: "# Yours to fill
/// in:" and one line each; "" if there are none.
std::string open_values_comment(const PlanDocument& document, std::span<const std::string_view> files);

/// Returns a sentence on the program that launch.sh starts: how it is given ds_config.json; "" for a plan of
/// another framework or of Trainer.
std::string_view launched_program_sentence(const Plan& plan);

}  // namespace zp
