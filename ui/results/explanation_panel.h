// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/memory/ledger.h"
#include "ui/theme/theme.h"

class QTextBrowser;

namespace zp {

class PlanModel;

/// The ledger of the plan's own strategy in words, explaining each bar's length. Updated with the plan only
/// while visible.
class ExplanationPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ExplanationPanel(PlanModel& model, QWidget* parent = nullptr);

  void showComponent(ChartComponent component);
  void showPlace(Place place);

 signals:
  /// The user asked for the control of this plan key.
  void settingRequested(const QString& plan_path);
  /// The user asked for the line of this key in the plan's ds_config.json.
  void configRequested(const QString& config_path);
  void closeRequested();

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void scrollTo(const QString& anchor);

  PlanModel& model_;
  QTextBrowser* text_;
};

}  // namespace zp
