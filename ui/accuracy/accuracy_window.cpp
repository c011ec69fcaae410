// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/accuracy/accuracy_window.h"

#include <QDesktopServices>
#include <QDialog>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/accuracy/accuracy_view.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize first_size{1000, 680};

}  // namespace

QDialog* makeAccuracyWindow(const Accuracy& accuracy, QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setObjectName(u"accuracyDialog"_s);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(QObject::tr("How right is this"));
  dialog->setWindowFlag(Qt::WindowMaximizeButtonHint);
  dialog->resize(first_size);
  auto* view = new AccuracyView(accuracy);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);  // Return in the filter does not close
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  QObject::connect(view, &AccuracyView::linkActivated, dialog,
                   [](const QUrl& url) { QDesktopServices::openUrl(url); });
  auto* column = new QVBoxLayout(dialog);
  column->addWidget(view, 1);
  column->addWidget(buttons);
  return dialog;
}

}  // namespace zp
