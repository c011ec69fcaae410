// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window/window_fixture.h"

namespace zp::test {

/// A base of tests that gives each test function a shown window of its own.
class WindowCase : public QObject {
  Q_OBJECT

 protected:
  /// Prepares what else a test needs.
  virtual void prepare() {}

  std::unique_ptr<WindowFixture> ui_;

 protected slots:
  void init();
  void cleanup();
};

}  // namespace zp::test
