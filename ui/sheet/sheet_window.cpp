// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_window.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/sheet/settings_sheet.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize sheet_size{860, 600};

}  // namespace

QDialog* makeSheetWindow(PlanModel& model, QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setObjectName(u"sheetDialog"_s);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(QObject::tr("All settings"));
  dialog->setWindowFlag(Qt::WindowMaximizeButtonHint);
  dialog->resize(sheet_size);
  auto* sheet = new SettingsSheet(model);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);  // Return edits
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  auto* column = new QVBoxLayout(dialog);
  column->addWidget(sheet, 1);
  column->addWidget(buttons);
  sheet->startSearch();
  return dialog;
}

}  // namespace zp
