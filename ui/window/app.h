// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/tutorial/made.h"
#include "core/tutorial/tutorial.h"

/// What the program may ask of the window: to be opened, to have its picture taken, to do tutorials.
namespace zp {

/// Opens the window, on `file` unless it is "", and returns the exit status when it is closed. A file that
/// cannot be read is told in the window.
int run_window(const std::string& file, int& argc, char** argv);

struct ScreenshotOptions {
  std::string plan_file;                  ///< "": the example plan; "-": standard input; or a ds_config.json
  std::optional<PlanDocument> plan = {};  ///< shown in place of the file
  std::vector<std::string> logs = {};     ///< of runs, beside the plan
  std::string out_file;                   ///< PNG
  std::string view = "memory";            ///< one of picture_names()
  std::string theme = "light";            ///< or dark
  int width = 1280, height = 800;         ///< logical pixels
  double scale = 1;                       ///< device pixels per logical pixel
};

/// What can stand in front: "memory, speed, …". That is every view, "step" (the Memory view over one step),
/// "welcome" (with the hint of the first run), "accuracy" (Help ▸ How right is this) and "settings" (Plan ▸
/// All settings).
std::string picture_names();

/// Writes a picture of the window, whole or not at all, without a display, the user's settings or anything
/// else that differs between two runs. Returns 0, or 2 with one sentence on standard error where view, plan
/// or file is no good.
int take_screenshot(const ScreenshotOptions& options, int& argc, char** argv);

struct TutorialOptions {
  std::vector<const Tutorial*> tutorials;
  std::string folder;           ///< made where it is missing
  std::string theme = "light";  ///< or dark
  std::string program = {};     ///< runs the commands of the texts; "": this one
};

/// Makes the pictures of the tutorials and fills their texts, without a display and alike every time. Throws
/// FileError where a file cannot be written; what is not true in a text is told in what is returned.
std::vector<MadeTutorial> make_tutorials(const TutorialOptions& options, int& argc, char** argv);

}  // namespace zp
