// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/plan_view.h"

#include <QEvent>

#include "ui/model/plan_model.h"

namespace zp {

PlanView::PlanView(PlanModel& model, const QString& name, QWidget* parent) : QWidget(parent), model_(model) {
  setObjectName(name);
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  connect(&model_, &PlanModel::changed, this, &PlanView::refresh);
}

void PlanView::refresh() {
  if (isVisible()) fill();
}

void PlanView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) refresh();
}

void PlanView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

}  // namespace zp
