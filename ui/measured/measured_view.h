// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/measure/measure.h"
#include "ui/results/plan_view.h"

class QLabel;
class QPushButton;
class QTableView;

namespace zp {

class PlainTable;
class RunModel;
class SentenceList;

/// The Measured tab: the values in logs of runs beside the plan's predictions, the largest difference first;
/// settings that the logs state otherwise, ways out if memory ran out; and the machine's own constants, which
/// one button learns from the logs and another forgets.
class MeasuredView : public PlanView {
  Q_OBJECT

 public:
  MeasuredView(PlanModel& model, RunModel& run, QWidget* parent = nullptr);

 signals:
  void openRequested();
  void pasteRequested();
  void saveProfileRequested();
  void openProfileRequested();

 private:
  void fill() override;
  [[nodiscard]] QWidget* makeHead();
  void fillHead();
  void fillConstants();
  void calibrate();
  void settle(std::size_t sentence);

  RunModel& run_;
  QLabel* logs_;
  QLabel* calibrated_;
  QPushButton* calibrate_;
  QPushButton* forget_;
  QPushButton* save_;
  QPushButton* clear_;
  SentenceList* sentences_;
  PlainTable* differences_;
  QTableView* table_;
  PlainTable* constants_;
  QTableView* constant_table_;
  QString said_;  ///< what the last calibration left out, or that it found nothing
};

}  // namespace zp
