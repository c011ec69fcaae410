// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/memory/ledger.h"

class QCheckBox;
class QSplitter;
class QToolButton;

namespace zp {

class ExplanationPanel;
class MemoryChart;
class PlanModel;
class Settings;

/// The Memory tab: the strategies as bars, which is also the menu to choose one from, and beside it, on
/// demand, where the bytes of the chosen one come from. In a narrow window that takes the chart's place until
/// it is closed.
class MemoryView : public QWidget {
  Q_OBJECT

 public:
  MemoryView(PlanModel& model, Settings& settings, QWidget* parent = nullptr);

  /// As it is drawn; out of date while the view is hidden.
  [[nodiscard]] MemoryChart& chart() { return *chart_; }
  /// Up to date even when hidden, its note naming the plan by a hash.
  [[nodiscard]] MemoryChart& chartForExport();
  void explain(Place place);
  void setExplanationShown(bool shown);
  [[nodiscard]] bool isExplanationShown() const;

 signals:
  void settingRequested(const QString& plan_path);
  void explanationShownChanged(bool shown);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void fill(const QString& plan_name);
  void adopt(int row);
  void arrange();
  [[nodiscard]] std::size_t rowCount() const;

  PlanModel& model_;
  Settings& settings_;
  MemoryChart* chart_;
  QCheckBox* all_;
  QToolButton* why_;
  QSplitter* splitter_;
  QWidget* left_;  ///< chart and what belongs to it
  ExplanationPanel* explanation_;
  std::vector<int> shown_;
};

}  // namespace zp
