// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window/window_fixture.h"

namespace zp::test {

/// Tests of which each has a window of its own, shown.
class WindowCase : public QObject {
  Q_OBJECT

 protected:
  /// What else a test needs.
  virtual void prepare() {}

  std::unique_ptr<WindowFixture> ui_;

 protected slots:
  void init();
  void cleanup();
};

}  // namespace zp::test
