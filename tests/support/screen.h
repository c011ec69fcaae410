// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

namespace zp::test {

/// An X server with a window manager, on a free display number, for programs that get an empty home folder.
/// Both end with this object.
class Screen {
 public:
  Screen();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// Starts both. Returns false if one of them does not start.
  [[nodiscard]] bool start();
  /// Returns the environment for programs on this screen. Before start() it has no display.
  [[nodiscard]] const QProcessEnvironment& environment() const { return environment_; }
  /// Ends the process; kills it after five seconds.
  static void end(QProcess& process);

 private:
  QTemporaryDir home_;
  QProcessEnvironment environment_;
  QProcess server_, manager_;
};

}  // namespace zp::test
