// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QtTest>
#include <memory>

#include "ui/theme/theme.h"

namespace zp::test {

/// A chart of `data` in a window that has the keys, in the light theme; nullptr where there is no screen.
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

/// What is seen of it. The change of palette is one turn of the event loop, the queued replot that answers it
/// the next.
inline QImage shot(QWidget& chart) {
  for (int turn = 0; turn < 4; ++turn)
    QApplication::processEvents();
  return chart.grab().toImage();
}

/// Rows of a test that asks for the colours.
inline void bothThemes() {
  QTest::addColumn<bool>("dark");
  QTest::newRow("light") << false;
  QTest::newRow("dark, switched while shown") << true;
}

}  // namespace zp::test
