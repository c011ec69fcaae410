// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace zp {

class PlanModel;

/// A view of what the plan amounts to: a sheet that follows the plan while it is in sight, and catches up
/// when it comes into sight or has other colours.
class PlanView : public QWidget {
  Q_OBJECT

 signals:
  /// The control of that plan key is asked for.
  void settingRequested(const QString& plan_path);

 protected:
  PlanView(PlanModel& model, const QString& name, QWidget* parent);

  /// Shows the model's results.
  virtual void fill() = 0;
  /// fill(), where anybody would see it.
  void refresh();
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;

  PlanModel& model_;
};

}  // namespace zp
