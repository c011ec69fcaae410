// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/plan/plan_settings.h"

namespace zp::app {

/// The input could not be used: what() is the whole message, with the file it is about.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A plan as a command takes it: a file ("-": standard input), or a link of one, and what is set beside it.
struct PlanInput {
  std::string path;
  std::vector<std::string> settings;  ///< of --set, "training.micro_batch_size=4"
  std::string scenario = {};          ///< of --scenario; "" for the file's own plan
};

/// "plan.json#two nodes": a file and one of its scenarios. What is a file as it stands is no such thing.
struct ScenarioPath {
  std::string path, scenario;
};
ScenarioPath scenario_path(const std::string& text);
/// The scenario of that name, the document itself for "". Throws InputError, `before` in front.
PlanDocument scenario_in(const PlanDocument& document, const std::string& name, const std::string& before);

/// Takes what was measured from the profile the plan names, beside the file `path`; says where its own copy
/// counts. Throws InputError where there is neither, `before` in front.
void follow(PlanDocument& document, const std::string& path, const std::string& before);

/// The text of a plan's file, or of what stands for one: "-", standard input; a link of a plan.
std::string text_at(const std::string& path);

/// How messages call the file: "standard input" for "-", "the link" for one.
std::string input_name(const std::string& path);
/// The same with what is set beside it: "plan.json with zero.stage=3".
std::string input_name(const PlanInput& input);

/// The settings read. Throws InputError naming the option.
std::vector<KeySetting> settings_in(const std::vector<std::string>& texts);
/// Sets keys and finds the plan usable. Throws InputError naming the option, or `name` and every refusal.
PlanDocument changed_plan(const PlanDocument& document, const std::vector<std::string>& settings,
                          const std::string& name);

/// The plan in a file, with what is set beside it, found usable. Throws FileError where the file cannot be
/// read, and InputError with the file, the line or the field, and the fix; where no estimate can be made of
/// the plan (is_usable), with every refusal on a line of its own.
PlanDocument load_plan(const PlanInput& input);

/// The same for text that is already here, without the name of a file in the message.
PlanDocument parse_plan(const std::string& text, const PlanInput& input);

}  // namespace zp::app
