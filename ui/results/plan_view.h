// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace zp {

class PlanModel;

/// A view of the plan's results. It is updated while visible, and when it becomes visible or the colours
/// change.
class PlanView : public QWidget {
  Q_OBJECT

 signals:
  /// The user asked for the control of that plan key.
  void settingRequested(const QString& plan_path);

 protected:
  PlanView(PlanModel& model, const QString& name, QWidget* parent);

  /// Shows the model's results.
  virtual void fill() = 0;
  /// Calls fill() if the view is visible.
  void refresh();
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;

  PlanModel& model_;
};

}  // namespace zp
