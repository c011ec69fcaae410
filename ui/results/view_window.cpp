// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/view_window.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme/layouts.h"

namespace zp {

QDialog* makeViewWindow(const QString& name, const QString& title, QSize size, QWidget* view,
                        QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setObjectName(name);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  dialog->setWindowFlag(Qt::WindowMaximizeButtonHint);
  dialog->resize(size);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);  // the view handles Return
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  auto* column = new QVBoxLayout(dialog);
  addParts(*column, {{view, 1}, buttons});
  return dialog;
}

QDialog* showViewWindow(const QString& name, const QString& title, QSize size, QWidget* parent,
                        const std::function<QWidget*()>& make) {
  auto* window = parent->findChild<QDialog*>(name, Qt::FindDirectChildrenOnly);
  if (window == nullptr) window = makeViewWindow(name, title, size, make(), parent);
  raiseWindow(*window);
  return window;
}

void raiseWindow(QWidget& window) {
  window.show();
  window.raise();
  window.activateWindow();
}

}  // namespace zp
