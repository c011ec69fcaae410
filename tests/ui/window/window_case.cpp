// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/window_case.h"

namespace zp::test {

void WindowCase::init() {
  ui_ = std::make_unique<WindowFixture>();
  QVERIFY(ui_->show());
  prepare();
}

void WindowCase::cleanup() { ui_.reset(); }

}  // namespace zp::test

#include "window_case.moc"
