// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_window.h"

#include <QDialog>

#include "ui/results/view_window.h"
#include "ui/sheet/settings_sheet.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize sheet_size{860, 600};

}  // namespace

QDialog* showSheetWindow(PlanModel& model, QWidget* parent, const QString& text) {
  QDialog* window = showViewWindow(u"sheetDialog"_s, QObject::tr("All settings"), sheet_size, parent,
                                   [&model] { return new SettingsSheet(model); });
  window->findChild<SettingsSheet*>()->startSearch(text);
  return window;
}

}  // namespace zp
