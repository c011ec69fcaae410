// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan_file/scenarios.h"
#include "ui/results/plan_view.h"

class QLabel;
class QTextBrowser;

namespace zp {

class MemoryChart;
class PlainTable;

/// Compares the scenarios of the plan's file: memory by component and speed as bars, from which one can be
/// chosen; figures and differing settings as a table; and the differences in ds_config.json.
class ScenarioComparison : public PlanView {
  Q_OBJECT

 public:
  explicit ScenarioComparison(PlanModel& model, QWidget* parent = nullptr);

 signals:
  void switchRequested(const QString& name);

 private:
  void fill() override;
  void fillConfigs(const Scenarios& scenarios);

  MemoryChart* chart_;
  PlainTable* table_;
  QTextBrowser* configs_;
  QLabel* none_;
};

}  // namespace zp
