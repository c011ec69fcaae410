// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

/// The only door to ui/. A build without it (ZP_BUILD_UI=OFF) has window_absent.cpp behind it.
namespace zp::app {

struct Picture {
  std::string plan_file;  ///< "": the example plan; "-": standard input
  std::string out_file;
  std::string view = "memory";
  int width = 1280, height = 800;  ///< logical pixels
  std::string theme = "light";
  double scale = 1;  ///< device pixels per logical pixel
};

/// Opens the window, on `file` unless it is "", and returns the exit status when it is closed.
int open_window(const std::string& file, int& argc, char** argv);

/// Writes the picture without a display; returns the exit status.
int make_picture(const Picture& picture, int& argc, char** argv);

}  // namespace zp::app
