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

/// The Memory tab: the strategies as bars, from which one can be chosen, or the chosen one over the moments
/// of a training step; and on demand an explanation of its bytes. In a narrow window the explanation replaces
/// the chart until it is closed.
class MemoryView : public ChartView {
  Q_OBJECT

 public:
  MemoryView(PlanModel& model, Settings& settings, RunModel& run, QWidget* parent = nullptr);

  /// Return the charts as last drawn; outdated while the view is hidden.
  [[nodiscard]] MemoryChart& chart() { return *chart_; }
  [[nodiscard]] StepChart& stepChart() { return *step_; }
  /// Shows the chart over one step instead of the strategies; the choice is remembered.
  void setStepShown(bool shown);
  [[nodiscard]] bool isStepShown() const;
  void explain(Place place);
  void setExplanationShown(bool shown);
  [[nodiscard]] bool isExplanationShown() const;

 signals:
  void explanationShownChanged(bool shown);
  void stepShownChanged(bool shown);
  /// The user requested the line of that key in the plan's ds_config.json.
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
  void offerFormula(QMenu& menu, int part);
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
  QWidget* left_;  ///< the chart and its controls
  ExplanationPanel* explanation_;
};

}  // namespace zp
