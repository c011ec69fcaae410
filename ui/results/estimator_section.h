// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/report/reference_figures.h"

class QLabel;
class QTableView;

namespace zp {

class PlainTable;

/// The section of one other estimator: its authors, its figures next to ours in a table, its notes, and why
/// the two differ. For another plan only cells change.
class EstimatorSection : public QWidget {
  Q_OBJECT

 public:
  explicit EstimatorSection(Estimator estimator, QWidget* parent = nullptr);

  void setFigures(const EstimatorFigures& figures);

 private:
  void fitTable();

  PlainTable* table_;
  QTableView* view_;
  QLabel* note_;
};

}  // namespace zp
