// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/sharding/strategy.h"
#include "ui/fields/field_rows.h"
#include "ui/model/plan_model.h"

class QLabel;
class QPushButton;

namespace zp {

class PartitionPicture;

/// The effect of ZeRO's stages and offloads, tried out on a copy of the plan.
class LessonView : public QWidget {
  Q_OBJECT

 public:
  explicit LessonView(const PlanDocument& document, QWidget* parent = nullptr);

  [[nodiscard]] const Plan& plan() const { return model_.plan(); }

 signals:
  void strategyWanted(const Strategy& strategy);

 private:
  void refresh();

  PlanModel model_;
  std::vector<BoundRow> rows_;
  PartitionPicture* picture_;
  QLabel* title_;
  QLabel* text_;
  QPushButton* use_;
};

}  // namespace zp
