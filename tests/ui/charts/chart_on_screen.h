// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QtTest>
#include <memory>

#include "ui/theme/theme.h"

namespace zp::test {

/// Returns a chart of `data` in a window with the keyboard focus, in the light theme; nullptr if there
/// is no screen.
template <class AnyChart, class Data>
std::unique_ptr<AnyChart> chartOnScreen(const Data& data, QSize size) {
  applyTheme(*qApp, ThemeChoice::light);
  auto chart = std::make_unique<AnyChart>();
  chart->resize(size);
  chart->setData(data);
  chart->show();
  chart->activateWindow();
  return QTest::qWaitForWindowActive(chart.get()) ? std::move(chart) : nullptr;
}

/// Returns a picture of the chart as it is on screen. A change of palette takes one turn of the event loop,
/// and the queued replot that follows takes the next.
inline QImage shot(QWidget& chart) {
  for (int turn = 0; turn < 4; ++turn)
    QApplication::processEvents();
  return chart.grab().toImage();
}

/// Adds the rows of a test of colours: the light theme, and the dark theme switched to while the
/// chart is shown.
inline void bothThemes() {
  QTest::addColumn<bool>("dark");
  QTest::newRow("light") << false;
  QTest::newRow("dark, switched while shown") << true;
}

}  // namespace zp::test
