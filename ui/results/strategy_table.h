// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <optional>
#include <vector>

#include "ui/model/plan_results.h"

namespace zp {

/// Every strategy by every component and by its speed, the accessible twin of the charts. Display is GiB and
/// seconds; SortRole is the number itself, invalid where it is unknown.
class StrategyTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role { SortRole = Qt::UserRole, CandidateRole };

  using QAbstractTableModel::QAbstractTableModel;

  void setResults(const PlanResults& results);
  /// Its row is tinted.
  void setPointed(std::optional<Strategy> strategy);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<Candidate> candidates_;
  int selected_ = -1;
  std::optional<Strategy> pointed_;
};

/// The whole table as text for other programs: bytes and seconds, one row a strategy, a header of column ids
/// ("gpu_bytes").
QString strategyCsv(const PlanResults& results);
/// The whole table as people read it: GiB, a Markdown table.
QString strategyMarkdown(const PlanResults& results);

}  // namespace zp
