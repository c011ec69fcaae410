// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/plan_file/saved_figures.h"
#include "core/settings/plan_settings.h"

namespace zp::app {

/// An error for input that could not be used: what() is the whole message, with the file it is about.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A plan as a command takes it: a file ("-" for standard input), a link of a plan or nothing, and the
/// settings beside it.
struct PlanInput {
  std::string path;
  std::vector<std::string> settings;  ///< values of --set, "training.micro_batch_size=4"
  std::string scenario = {};          ///< value of --scenario; "" for the file's own plan
};

/// A file and one of its scenarios: "plan.json#two nodes". A text that is the path of an existing file
/// has no scenario.
struct ScenarioPath {
  std::string path, scenario;
};
ScenarioPath scenario_path(const std::string& text);
/// Returns the scenario of that name, or the document itself for "". Throws InputError, with
/// `before` in front.
PlanDocument scenario_in(const PlanDocument& document, const std::string& name, const std::string& before);

/// Takes the measured constants from the profile that the plan names, beside the file `path`; says on
/// standard error when the plan's own copy counts. Throws InputError, with `before` in front, if
/// there is neither.
void follow(PlanDocument& document, const std::string& path, const std::string& before);

/// Returns the text of a plan's file, or of what stands for one: "-" for standard input, a link of a plan, or
/// "" for the default plan, which settings beside it change.
std::string text_at(const std::string& path);

/// Returns the name of the file in messages: "standard input" for "-", "the link" for a link, "the default
/// plan" for "".
std::string input_name(const std::string& path);
/// Returns that name with the settings beside it: "plan.json with zero.stage=3".
std::string input_name(const PlanInput& input);

/// Returns true if one of the settings names a model: its preset, or its number of parameters.
bool names_model(const std::vector<std::string>& settings);
/// Reads the settings. Throws InputError with a line for each that has no key and value, or whose key no plan
/// has.
std::vector<KeySetting> settings_in(const std::vector<std::string>& texts);
/// Returns the settings with their keys' whole paths: "cluster.gpu.preset=l40s" for "gpu=l40s".
std::vector<std::string> in_full(const std::vector<std::string>& settings);
/// Returns the document with keys set, checked to be usable. Throws InputError naming the option, or `name`
/// and every refusal.
PlanDocument changed_plan(const PlanDocument& document, const std::vector<std::string>& settings,
                          const std::string& name);

/// Returns the plan in a file, or the default plan if there is none, with the settings beside it, checked to
/// be usable. Throws InputError if there are neither file nor settings, FileError if the file cannot be read,
/// and InputError with the file, the line or the field, and the fix; if the plan cannot be estimated
/// (is_usable), with every refusal on a line of its own.
PlanDocument load_plan(const PlanInput& input);

/// A plan as a file has it, and the figures with which it was saved if they are still its own.
struct SavedPlan {
  PlanDocument document;
  std::optional<SavedFigures> saved;
};
/// Does the same as load_plan(). Settings beside the file and another scenario of it have no saved figures.
SavedPlan load_saved_plan(const PlanInput& input);

/// Does the same for text that is already here, without the name of a file in the message.
PlanDocument parse_plan(const std::string& text, const PlanInput& input);

}  // namespace zp::app
