// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window.h"

#include <cstdlib>

#include "app/input.h"

namespace zp::app {
namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

/// Returns true if there is a display. Checked in advance, because Qt ends the program if there is none.
bool has_display() {
#if defined(__unix__) && !defined(__APPLE__)
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") || is_set("QT_QPA_PLATFORM");
#else
  return true;
#endif
}

}  // namespace

int open_window(const std::string& file, int& argc, char** argv) {
  if (!has_display())
    throw InputError(
        "no display: the window needs $DISPLAY or $WAYLAND_DISPLAY. Without one use a command, for instance "
        "'zero-planner estimate PLAN', or 'zero-planner screenshot PLAN --out FILE.png'; see zero-planner "
        "--help.");
  return run_window(file, argc, argv);
}

int make_picture(const ScreenshotOptions& picture, int& argc, char** argv) {
  return take_screenshot(picture, argc, argv);
}

std::vector<TutorialOutput> make_tutorial_files(const TutorialOptions& options, int& argc, char** argv) {
  return make_tutorials(options, argc, argv);
}

std::string picture_choices() { return picture_names(); }

}  // namespace zp::app
