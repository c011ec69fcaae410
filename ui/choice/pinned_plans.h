// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/plan/plan.h"

class QHBoxLayout;
class QScrollArea;
class QToolButton;

namespace zp {

class MemoryChart;
class PlanModel;

/// Up to four plans side by side, each compared with the present plan: memory by component, step, tokens per
/// second. Hidden if there are none.
class PinnedPlans : public QWidget {
  Q_OBJECT

 public:
  static constexpr std::size_t most = 4;

  explicit PinnedPlans(PlanModel& model, QWidget* parent = nullptr);

  /// Pins a plan unless it is pinned already; a fifth plan replaces the first.
  void pin(const Plan& plan, const QString& title);
  void clear();
  [[nodiscard]] MemoryChart& chart() { return *chart_; }
  /// Shows each plan's ds_config.json compared with the present plan's.
  void showConfigs();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Pin {
    Plan plan;
    QString title;
  };
  void unpin(std::size_t index);
  void refresh();
  void fitHeight();

  PlanModel& model_;
  std::vector<Pin> pins_;
  MemoryChart* chart_;
  QScrollArea* area_ = nullptr;
  std::vector<QToolButton*> unpin_;
};

}  // namespace zp
