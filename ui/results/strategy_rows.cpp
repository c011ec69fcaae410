// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/strategy_rows.h"

#include <QSignalBlocker>

#include "ui/model/plan_model.h"
#include "ui/model/settings.h"

namespace zp {

std::vector<int> shownCandidates(const PlanResults& results, std::size_t row_count) {
  std::vector<int> shown;
  for (std::size_t i = 0; i < results.evaluation.candidates.size(); ++i)
    if (i < row_count || static_cast<int>(i) == results.evaluation.selected)
      shown.push_back(static_cast<int>(i));
  return shown;
}

StrategyRows::StrategyRows(PlanModel& model, Settings& settings)
    : QCheckBox(tr("Show all %1 strategies").arg(all_strategies().size())),
      model_(model),
      settings_(settings) {
  setChecked(settings_.allStrategies());
  connect(this, &QCheckBox::toggled, this, [this](bool all) { settings_.setAllStrategies(all); });
}

std::size_t StrategyRows::count() const {
  return settings_.allStrategies() ? all_strategies().size() : main_strategy_count;
}

void StrategyRows::adopt(int row) {
  if (const std::optional<Strategy> strategy = strategyOf(row)) model_.adopt(*strategy);
}

std::optional<Strategy> StrategyRows::strategyOf(int row) const {
  const std::vector<int> shown = shownCandidates(model_.results(), count());
  if (row < 0 || row >= static_cast<int>(shown.size())) return std::nullopt;
  return model_.results()
      .evaluation.candidates[static_cast<std::size_t>(shown[static_cast<std::size_t>(row)])]
      .strategy;
}

int StrategyRows::rowOf(std::optional<Strategy> strategy) const {
  const std::vector<int> shown = shownCandidates(model_.results(), count());
  for (int row = 0; strategy && row < static_cast<int>(shown.size()); ++row)
    if (strategyOf(row) == strategy) return row;
  return -1;
}

void StrategyRows::showEvent(QShowEvent* event) {
  QCheckBox::showEvent(event);
  const QSignalBlocker quiet(this);
  setChecked(settings_.allStrategies());  // another view has a box for the same setting
}

}  // namespace zp
