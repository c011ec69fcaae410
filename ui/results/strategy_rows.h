// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <optional>
#include <vector>

#include "ui/model/plan_results.h"

namespace zp {

class PlanModel;
class Settings;

/// Returns the candidate index of each row in a chart of strategies: the first `row_count`, plus the plan's
/// own if it is not among them.
std::vector<int> shownCandidates(const PlanResults& results, std::size_t row_count);

/// The check box below such a chart that shows all strategies (one setting for all these charts), and the
/// mapping from rows to strategies.
class StrategyRows : public QCheckBox {
  Q_OBJECT

 public:
  StrategyRows(PlanModel& model, Settings& settings);

  [[nodiscard]] std::size_t count() const;
  void adopt(int row);
  /// Returns the strategy of a row; nullopt if there is no such row.
  [[nodiscard]] std::optional<Strategy> strategyOf(int row) const;
  /// Returns the row that shows it; −1 for none.
  [[nodiscard]] int rowOf(std::optional<Strategy> strategy) const;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  PlanModel& model_;
  Settings& settings_;
};

}  // namespace zp
