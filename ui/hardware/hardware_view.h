// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "ui/hardware/hardware_chart_data.h"
#include "ui/hardware/hardware_model.h"
#include "ui/results/chart_view.h"

class QLabel;
class QPushButton;
class QTableView;
class QTextBrowser;

namespace zp {

class ElidedText;
class PlainTable;
class ScatterChart;

/// The Hardware tab: this job on each machine to rent or buy, cost against wall time, with the frontier, the
/// cheapest and the plan's own cluster; next to it a table, and why the others are ruled out. Draggable
/// limits are deadline and budget. A click selects, a double click or Return adopts; ticked machines can be
/// added as scenarios.
class HardwareView : public ChartView {
  Q_OBJECT

 public:
  HardwareView(PlanModel& model, const ChoiceModel& choice, QWidget* parent = nullptr);

  [[nodiscard]] ScatterChart& chart() { return *chart_; }
  [[nodiscard]] HardwareModel& machines() { return machines_; }

 signals:
  /// The ticked machines were added as scenarios, which should now be shown side by side.
  void comparisonRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void fillCharts(const QString& plan_name) override;
  [[nodiscard]] Chart& currentChart() override;
  [[nodiscard]] QWidget* makeSide();
  [[nodiscard]] QPushButton* makeProviders();
  void showHead();
  void showWords();
  /// Returns the machine whose run is described: the chosen one, else the cheapest; −1 if there is none.
  [[nodiscard]] int describedMachine() const;
  /// Returns the index of the machine in a row of the table; −1 if there is none.
  [[nodiscard]] int machineAt(int row) const;
  void tick(int row, bool is_ticked);
  void compareTicked();
  void adoptRow(int row);
  void adoptMachine(int index);

  HardwareModel& machines_;
  HardwarePicture picture_;
  ElidedText* head_;
  ScatterChart* chart_;
  PlainTable* contents_;
  QTableView* table_ = nullptr;
  QTextBrowser* words_;
  QPushButton* compare_;
  QPushButton* adopt_;
  QStringList ticked_;  ///< machineText of each
  int chosen_ = -1;     ///< the machine that the user chose
};

}  // namespace zp
