// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <optional>
#include <vector>

#include "ui/model/plan_results.h"

namespace zp {

/// The table of all strategies with all components and their speed, the accessible equivalent of the charts.
/// Displays GiB and seconds; SortRole is the number itself, invalid if unknown.
class StrategyTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role { SortRole = Qt::UserRole, CandidateRole };

  using QAbstractTableModel::QAbstractTableModel;

  void setResults(const PlanResults& results);
  /// Tints the row of that strategy.
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

/// Returns the whole table as CSV: bytes and seconds, one row per strategy, column ids as header
/// ("gpu_bytes").
QString strategyCsv(const PlanResults& results);
/// Returns the whole table as Markdown for readers, in GiB.
QString strategyMarkdown(const PlanResults& results);

}  // namespace zp
