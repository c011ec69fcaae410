// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/input.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/decimal_mark.h"
#include "app/output.h"
#include "app/user_presets.h"
#include "core/catalog/other_models.h"
#include "core/plan_file/machine_profile.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_link.h"
#include "core/plan_file/plan_presets.h"
#include "core/plan_file/scenarios.h"
#include "core/report/findings.h"
#include "core/rules/check_plan.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

PlanDocument read(const std::string& text, const std::string& before) {
  try {
    return read_plan(text, offered_presets());
  } catch (const FileError& error) {
    throw InputError(before + error.what());
  }
}

PlanDocument set(const PlanDocument& document, const std::vector<std::string>& settings) {
  try {
    return with_settings(document, settings_in(settings), offered_presets());
  } catch (const FileError& error) {
    throw InputError(std::string("--set ") + error.what());
  }
}

/// The plan that --set modifies if no file is given; the settings must name its model.
constexpr std::string_view default_plan = R"({"model": {"preset": "llama-2-7b"}})";

/// Throws InputError if no file is given and the settings name no model.
void check_names_model(const std::vector<std::string>& settings) {
  if (settings.empty())
    throw InputError(
        "A plan is needed: give a file, - to read it from standard input, or its values with --set.");
  if (!names_model(settings))
    throw InputError("The plan needs a model: --set model=llama-3-8b, for example, or --set model=7B.");
}

PlanDocument found_usable(PlanDocument document, const std::string& before) {
  const std::vector<Finding> findings = check(document.plan);
  if (is_usable(findings)) return document;
  std::string message;
  for (const Finding& finding : findings)
    if (is_impossible(finding)) message += (message.empty() ? "" : "\n") + before + sentence_of(finding);
  throw InputError(message);
}

}  // namespace

void follow(PlanDocument& document, const std::string& path, const std::string& before) {
  if (is_plan_link(path)) return;  // a link contains its own measured constants
  try {
    if (const std::string note = follow_profile(document, path); !note.empty()) complain(before + note);
  } catch (const FileError& error) {
    throw InputError(before + error.what());
  }
}

std::string text_at(const std::string& path) {
  if (path.empty()) return std::string(default_plan);
  std::error_code none;
  if (path != "-" && !is_plan_link(path) && !std::filesystem::exists(path, none)) {
    if (const SharedModelPreset model = offered_presets().find_model(path))
      throw InputError(path + " is no file; for the model of that name write --set model=" + model->id + ".");
    if (const std::string_view kind = kind_of_other_model(path); !kind.empty())
      throw InputError(
          path + " is no file; by its name it is " + std::string(kind) +
          ", whose layers no block of a plan describes: state its size with --set model.parameters=N.");
  }
  return is_plan_link(path) ? text_of_link(path) : read_text_file(path);
}

std::string input_name(const std::string& path) {
  if (is_plan_link(path)) return "the link";
  if (path.empty()) return "the default plan";
  return path == "-" ? "standard input" : path;
}

std::string input_name(const PlanInput& input) {
  std::string name = input_name(input.path) + (input.scenario.empty() ? "" : '#' + input.scenario);
  for (std::size_t i = 0; i < input.settings.size(); ++i)
    name += (i == 0 ? " with " : ", ") + input.settings[i];
  return name;
}

std::vector<KeySetting> settings_in(const std::vector<std::string>& texts) {
  if (texts.empty()) return {};
  const DecimalMark mark = typed_decimal_mark();
  std::vector<KeySetting> settings;
  std::string message;
  for (const std::string& text : texts) {
    const std::string before = (message.empty() ? "--set " : "\n--set ");
    try {
      settings.push_back(parse_setting(text, mark));
    } catch (const FileError& error) {
      message += before + error.what();
      continue;
    }
    try {
      check_plan_path(settings.back().path);
    } catch (const FileError& error) {
      message += before + shown(settings.back()) + ": " + error.what();
    }
  }
  if (!message.empty()) throw InputError(message);
  return settings;
}

std::vector<std::string> in_full(const std::vector<std::string>& settings) {
  std::vector<std::string> full;
  for (const KeySetting& setting : settings_in(settings))
    full.push_back(shown(setting));
  return full;
}

bool names_model(const std::vector<std::string>& settings) {
  return std::ranges::any_of(settings_in(settings), [](const KeySetting& setting) {
    return setting.path == "model.preset" || setting.path == "model.parameters";
  });
}

PlanDocument changed_plan(const PlanDocument& document, const std::vector<std::string>& settings,
                          const std::string& name) {
  return found_usable(set(document, settings), name.empty() ? "" : name + ": ");
}

ScenarioPath scenario_path(const std::string& text) {
  const std::size_t sign = text.rfind('#');
  std::error_code ignored;
  if (sign == std::string::npos || std::filesystem::exists(text, ignored)) return {text, ""};
  return {text.substr(0, sign), text.substr(sign + 1)};
}

PlanDocument scenario_in(const PlanDocument& document, const std::string& name, const std::string& before) {
  if (name.empty()) return document;
  try {
    return scenario_named(document, name, offered_presets());
  } catch (const FileError& error) {
    throw InputError(before + error.what());
  }
}

SavedPlan load_saved_plan(const PlanInput& input) {
  if (input.path.empty()) check_names_model(input.settings);
  const ScenarioPath at = scenario_path(input.path);
  if (!at.scenario.empty() && !input.scenario.empty())
    throw InputError("Two scenarios are named, by # and by --scenario; name one.");
  const std::string before = input_name(at.path) + ": ", text = text_at(at.path);
  const std::string& scenario = at.scenario.empty() ? input.scenario : at.scenario;
  PlanDocument document = scenario_in(read(text, before), scenario, before);
  follow(document, at.path, before);
  document = changed_plan(document, input.settings, input_name(input));
  for (const std::string& sentence : differing_presets(document.plan, offered_presets()))
    complain(input_name(input) + ": " + sentence);
  const bool is_as_saved = scenario.empty() && input.settings.empty();
  return {std::move(document), is_as_saved ? saved_figures_in(text) : std::nullopt};
}

PlanDocument load_plan(const PlanInput& input) { return load_saved_plan(input).document; }

PlanDocument parse_plan(const std::string& text, const PlanInput& input) {
  PlanDocument document = scenario_in(read(text, ""), input.scenario, "");
  follow(document, "", "");
  return changed_plan(document, input.settings, "");
}

}  // namespace zp::app
