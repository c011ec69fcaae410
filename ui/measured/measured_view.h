// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/measure/measure.h"
#include "ui/results/chart_view.h"

class QLabel;
class QPushButton;
class QTableView;

namespace zp {

class DiagnosisPanel;
class LogInvitation;
class PicturePages;
class PlainTable;
class RunModel;
class SentenceList;

/// The Measured tab: settings that the logs state differently; the pages of `PicturePages`, starting with why
/// a run died or crawls and what helps; measured values next to predictions, as bars, over the run, as a
/// flame chart of a snapshot, and as a table with the largest difference first; and the machine's constants,
/// with buttons to learn them from the logs and to reset them.
class MeasuredView : public ChartView {
  Q_OBJECT

 public:
  MeasuredView(PlanModel& model, RunModel& run, QWidget* parent = nullptr);

  [[nodiscard]] bool hasChart() const override;

 signals:
  void openRequested();
  void pasteRequested();
  void saveProfileRequested();
  void openProfileRequested();

 private:
  void fillCharts(const QString& plan_name) override;
  [[nodiscard]] Chart& currentChart() override;
  [[nodiscard]] std::vector<Chart*> charts() override;
  [[nodiscard]] QWidget* makeHead();
  [[nodiscard]] QWidget* makeConstantsLine();
  [[nodiscard]] bool hasCard() const;
  void fillHead();
  void fillSentences();
  void fillConstants();
  void calibrate();
  void applyFix(std::size_t sentence);
  void applyRemedy(std::size_t remedy);
  void takeLogPlan();

  RunModel& run_;
  QLabel* logs_;
  QLabel* calibrated_;
  QPushButton* calibrate_;
  QPushButton* forget_;
  QPushButton* save_;
  QPushButton* apply_all_;
  QPushButton* clear_;
  LogInvitation* invitation_;
  DiagnosisPanel* diagnosis_;
  SentenceList* sentences_;
  PlainTable* differences_;
  QTableView* table_;
  PicturePages* pages_;
  PlainTable* constants_;
  QTableView* constant_table_;
  bool is_new_ = true;        ///< true if logs were added since the view was last filled
  QString calibration_note_;  ///< sentence about figures that the last calibration did not use
};

}  // namespace zp
