// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QTemporaryDir>

#include "ui/model/plan_model.h"
#include "ui/model/run_model.h"
#include "ui/model/settings.h"
#include "ui/theme/theme.h"

namespace zp::test {

/// A temporary folder and settings for one test, in the light theme.
struct Desk {
  Desk() { applyTheme(*qApp, ThemeChoice::light); }
  [[nodiscard]] QString path(const QString& name) const { return folder.filePath(name); }

  QTemporaryDir folder;
  Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
};

/// The example plan, for a view that shows it.
struct PlanFixture : Desk {
  PlanModel model;
  RunModel run{model};
};

}  // namespace zp::test
