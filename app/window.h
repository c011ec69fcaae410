// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "ui/window/app.h"

/// The only interface to ui/. A build without ui/ (ZP_BUILD_UI=OFF) uses window_absent.cpp instead.
namespace zp::app {

/// Opens the window, with `file` unless it is "", and returns the exit status after it is closed.
int open_window(const std::string& file, int& argc, char** argv);

/// Writes the picture without a display and returns the exit status.
int make_picture(const ScreenshotOptions& picture, int& argc, char** argv);

/// Makes tutorials without a display.
std::vector<TutorialOutput> make_tutorial_files(const TutorialOptions& options, int& argc, char** argv);

/// Returns the names of the possible pictures, for --help; "nothing" in a build without the window.
std::string picture_choices();

}  // namespace zp::app
