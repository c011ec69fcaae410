// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/ledger.h"
#include "ui/results/chart_view.h"

class QMenu;
class QSplitter;
class QToolButton;

namespace zp {

class ExplanationPanel;
class MemoryChart;
class SegmentPair;
class RunModel;
class Settings;
class StepChart;
class StrategyRows;

/// The Memory tab: the strategies as bars, which is also the menu to choose one from, or the chosen one over
/// the moments of one training step; and beside it, on demand, where its bytes come from. In a narrow window
/// that explanation takes the chart's place until it is closed.
class MemoryView : public ChartView {
  Q_OBJECT

 public:
  MemoryView(PlanModel& model, Settings& settings, RunModel& run, QWidget* parent = nullptr);

  /// These return the charts as drawn; they are out of date while the view is hidden.
  [[nodiscard]] MemoryChart& chart() { return *chart_; }
  [[nodiscard]] StepChart& stepChart() { return *step_; }
  /// Shows the chart over one step instead of the bars per strategy; remembered.
  void setStepShown(bool shown);
  [[nodiscard]] bool isStepShown() const;
  void explain(Place place);
  void setExplanationShown(bool shown);
  [[nodiscard]] bool isExplanationShown() const;

 signals:
  void explanationShownChanged(bool shown);
  void stepShownChanged(bool shown);
  /// The user asked for the line of that key in the plan's ds_config.json.
  void configRequested(const QString& config_path);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fillCharts(const QString& plan_name) override;
  [[nodiscard]] Chart& currentChart() override;
  [[nodiscard]] std::vector<Chart*> charts() override;
  void arrange();
  [[nodiscard]] QWidget* makeFoot();
  void explainPart(int part);
  void pointAt(int row, int part);
  void pointAtMoment(int moment, int part);
  void choosePart(int row, int part);
  void showPointed();
  void offerLines(QMenu& menu, const std::vector<EntryId>& entries);
  /// Returns the row of the plan's own strategy; −1 for none.
  [[nodiscard]] int ownRow() const;

  Settings& settings_;
  RunModel& logs_;
  MemoryChart* chart_;
  StepChart* step_;
  SegmentPair* which_;  ///< switch between the strategies and one step
  StrategyRows* rows_;
  QToolButton* why_;
  QSplitter* splitter_;
  QWidget* left_;  ///< the chart and the parts that belong to it
  ExplanationPanel* explanation_;
};

}  // namespace zp
