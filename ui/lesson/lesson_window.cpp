// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lesson_window.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/lesson/lesson_view.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize first_size{960, 620};

}  // namespace

QDialog* makeLessonWindow(PlanModel& model, QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setObjectName(u"lessonDialog"_s);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(QObject::tr("ZeRO explained"));
  dialog->setWindowFlag(Qt::WindowMaximizeButtonHint);
  dialog->resize(first_size);
  auto* view = new LessonView(model.document());
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  QObject::connect(view, &LessonView::strategyWanted, dialog,
                   [&model](const Strategy& strategy) { model.adopt(strategy); });
  auto* column = new QVBoxLayout(dialog);
  column->addWidget(view, 1);
  column->addWidget(buttons);
  return dialog;
}

}  // namespace zp
