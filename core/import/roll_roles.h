// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "core/import/program_keys_json.h"

/// The models that ROLL has beside the policy: reference, reward model and critic. Internal to this folder.
namespace zp::import_io {

/// The facts of a run on which the other models depend.
struct RollPolicy {
  std::string method;             ///< of the plan: "grpo"
  std::set<std::int64_t> trains;  ///< GPUs that train the policy; empty if the file does not list them
  bool generates = false;
  bool has_reference = false;  ///< as a model of its own
};

/// Places the models beside the policy, and lists or removes the keys of their workers.
void place_roll_roles(FileKeys& keys, ProgramKeys& plan, RollPolicy policy);

/// Lists a key whose list of GPUs cannot be read, and removes it.
void leave_roll_mapping(FileKeys& keys, ProgramKeys& plan, std::string_view name, const std::string& reason);

}  // namespace zp::import_io
