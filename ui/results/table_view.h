// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QSortFilterProxyModel;
class QTableView;

namespace zp {

class PlanModel;
class StrategyTable;

/// The Table tab: every strategy by every component, sortable; Return or a double click adopts a row's
/// strategy.
class TableView : public QWidget {
  Q_OBJECT

 public:
  explicit TableView(PlanModel& model, QWidget* parent = nullptr);

 signals:
  void exportRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void adopt(const class QModelIndex& index);
  void copySelection() const;

  PlanModel& model_;
  StrategyTable* table_;
  QSortFilterProxyModel* sorted_;
  QTableView* view_;
};

}  // namespace zp
