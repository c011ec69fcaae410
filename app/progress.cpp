// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/progress.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace zp::app {
namespace {

constexpr double said_every = 0.3;  // seconds

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Progress::Progress() : is_terminal_(isatty(STDERR_FILENO) != 0), last_(now()) {}

Progress::~Progress() {
  if (has_spoken_) std::fputs("\r\033[K", stderr);
}

Watch Progress::watch() {
  if (!is_terminal_) return {};
  return [this](double done) {
    if (const double time = now(); time - last_ >= said_every) {
      last_ = time;
      has_spoken_ = true;
      std::fprintf(stderr, "\rSearching: %.0f %%\033[K", 100 * done);
    }
    return true;
  };
}

}  // namespace zp::app
