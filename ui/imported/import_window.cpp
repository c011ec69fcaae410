// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/imported/import_window.h"

#include <QDialog>

#include "ui/imported/import_view.h"
#include "ui/results/view_window.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize import_size{1040, 640};

}  // namespace

QDialog* showImportWindow(PlanModel& model, OpenedImport& file, QWidget* parent) {
  return showViewWindow(u"importDialog"_s, QObject::tr("What was read"), import_size, parent,
                        [&] { return new ImportView(model, file); });
}

ImportView* importViewOf(const QDialog& window) { return window.findChild<ImportView*>(); }

}  // namespace zp
