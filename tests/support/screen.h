// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

namespace zp::test {

/// An X server with a window manager, on a display number that is free, for programs that have an empty home
/// of their own. Both end with this object.
class Screen {
 public:
  Screen();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// False where the server or the window manager does not come up.
  [[nodiscard]] bool start();
  /// For programs that shall be seen on it. Before start() it names no display.
  [[nodiscard]] const QProcessEnvironment& environment() const { return environment_; }
  /// Ends the process, by force after five seconds.
  static void end(QProcess& process);

 private:
  QTemporaryDir home_;
  QProcessEnvironment environment_;
  QProcess server_, manager_;
};

}  // namespace zp::test
