// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/catalog/own_presets.h"
#include "core/plan/plan.h"
#include "core/tutorial/tutorial.h"
#include "core/tutorial/tutorial_output.h"

/// Functions of the window for the command line: open it, take its picture, make tutorials.
namespace zp {

/// Opens the window, with `file` unless it is "", and returns the exit status after it is closed. The window
/// reports a file that cannot be read.
int run_window(const std::string& file, int& argc, char** argv);

struct ScreenshotOptions {
  std::string plan_file;  ///< "" for the example plan; "-" for standard input; or a ds_config.json
  std::optional<PlanDocument> plan = {};  ///< plan shown in place of the file
  std::vector<AnyPreset> presets = {};    ///< presets that the plan may name in addition to the catalog's
  std::vector<std::string> logs = {};     ///< logs of runs to compare with the plan
  std::string out_file;                   ///< PNG file
  std::string view = "memory";            ///< one of picture_names()
  std::string theme = "light";            ///< "light" or "dark"
  int width = 1280, height = 800;         ///< logical pixels
  double scale = 1;                       ///< device pixels per logical pixel
};

/// Returns the names of the possible pictures: "memory, speed, …". These are every view, "step" (the Memory
/// view over one step), "welcome" (with the hint of the first run), "accuracy" (Help ▸ How right is this) and
/// "settings" (Plan ▸ All settings).
std::string picture_names();

/// Writes a picture of the window, completely or not at all, without a display, the user's settings or
/// anything else that varies between runs. Returns 0, or 2 with one sentence on standard error if view, plan
/// or file cannot be used.
int take_screenshot(const ScreenshotOptions& options, int& argc, char** argv);

struct TutorialOptions {
  std::vector<const Tutorial*> tutorials;
  std::string folder;           ///< created if it is missing
  std::string theme = "light";  ///< "light" or "dark"
  std::string program = {};     ///< program that runs the commands of the texts; "" for this one
};

/// Takes the pictures of the tutorials and fills in their texts, without a display and reproducibly. Throws
/// FileError if a file cannot be written; the result lists the statements in the texts that are not true.
std::vector<TutorialOutput> make_tutorials(const TutorialOptions& options, int& argc, char** argv);

}  // namespace zp
