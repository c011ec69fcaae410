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

/// Error for unusable input: what() is the whole message, including the file's name.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A plan as a command accepts it: a file ("-" for standard input), a plan link or nothing, modified by
/// settings.
struct PlanInput {
  std::string path;
  std::vector<std::string> settings;  ///< values of --set, "training.micro_batch_size=4"
  std::string scenario = {};          ///< value of --scenario; "" for the file's own plan
};

/// A file and one of its scenarios: "plan.json#two nodes". If the text is the path of an existing file, there
/// is no scenario.
struct ScenarioPath {
  std::string path, scenario;
};
ScenarioPath scenario_path(const std::string& text);
/// Returns the scenario of that name, or the document itself for "". Throws InputError that begins with
/// `before`.
PlanDocument scenario_in(const PlanDocument& document, const std::string& name, const std::string& before);

/// Sets the measured constants from the profile that the plan names, next to the file `path`; reports on
/// standard error if the plan's own copy is used instead. Throws InputError that begins with `before` if
/// there is neither.
void follow(PlanDocument& document, const std::string& path, const std::string& before);

/// Returns the text of a plan: of a file, standard input ("-"), a plan link, or the default plan ("").
std::string text_at(const std::string& path);

/// Returns the input's name for messages: "standard input" for "-", "the link" for a link, "the default plan"
/// for "".
std::string input_name(const std::string& path);
/// Returns that name including the settings: "plan.json with zero.stage=3".
std::string input_name(const PlanInput& input);

/// Returns true if one of the settings names a model: its preset, or its number of parameters.
bool names_model(const std::vector<std::string>& settings);
/// Parses the settings. Throws InputError with one line per setting that is not key=value, or whose key is
/// unknown.
std::vector<KeySetting> settings_in(const std::vector<std::string>& texts);
/// Returns the settings with full key paths: "cluster.gpu.preset=l40s" for "gpu=l40s".
std::vector<std::string> in_full(const std::vector<std::string>& settings);
/// Returns the document with these settings, checked to be usable. Throws InputError that names the option,
/// or `name` and every refusal.
PlanDocument changed_plan(const PlanDocument& document, const std::vector<std::string>& settings,
                          const std::string& name);

/// Returns the plan in a file, or the default plan without one, with the settings applied, checked to be
/// usable. Throws InputError if there are neither file nor settings, FileError if the file cannot be read,
/// and InputError with the file, the line or the field, and the fix; if the plan cannot be estimated
/// (is_usable), with every refusal on its own line.
PlanDocument load_plan(const PlanInput& input);

/// A plan from a file, and the figures with which it was saved, if these still belong to it.
struct SavedPlan {
  PlanDocument document;
  std::optional<SavedFigures> saved;
};
/// Returns the plan of load_plan(), which throws the same errors, and its saved figures; none if settings or
/// another scenario change the plan.
SavedPlan load_saved_plan(const PlanInput& input);

/// Returns the plan in a text in memory. Throws the errors of load_plan(), whose messages then name no file.
PlanDocument parse_plan(const std::string& text, const PlanInput& input);

}  // namespace zp::app
