// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/input.h"
#include "app/window.h"

namespace zp::app {
namespace {

[[noreturn]] void fail() {
  throw InputError(
      "this build has no window (ZP_BUILD_UI=OFF). Use a command, for instance 'zero-planner estimate PLAN'; "
      "see zero-planner --help.");
}

}  // namespace

int open_window(const std::string&, int&, char**) { fail(); }

int make_picture(const ScreenshotOptions&, int&, char**) { fail(); }

std::vector<TutorialOutput> make_tutorial_files(const TutorialOptions&, int&, char**) { fail(); }

std::string picture_choices() { return "nothing"; }

}  // namespace zp::app
