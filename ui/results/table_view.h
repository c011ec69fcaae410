// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>

#include "ui/results/plan_view.h"

class QSortFilterProxyModel;
class QTableView;

namespace zp {

class StrategyTable;

/// The Table tab: all strategies with all components, sortable; Return or a double click adopts a row's
/// strategy.
class TableView : public PlanView {
  Q_OBJECT

 public:
  explicit TableView(PlanModel& model, QWidget* parent = nullptr);

 signals:
  void exportRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill() override;
  void adopt(const class QModelIndex& index);
  void pointAt(const class QModelIndex& index);
  [[nodiscard]] QString markdownOf(const QModelIndexList& rows) const;

  StrategyTable* table_;
  QSortFilterProxyModel* sorted_;
  QTableView* view_ = nullptr;
};

}  // namespace zp
