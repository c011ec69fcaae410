// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/fields/field_rows.h"
#include "ui/results/plan_view.h"

class QTextBrowser;

namespace zp {

class ConfigText;

/// The plan's ds_config.json: the file as it will be exported, what it is for, the two ways to take it along,
/// and below it what is to be said of the line under the caret.
class ConfigView : public PlanView {
  Q_OBJECT

 public:
  explicit ConfigView(PlanModel& model, QWidget* parent = nullptr);

 signals:
  void copyRequested();
  void exportRequested();

 private:
  void fill() override;
  void showDetails();

  std::vector<BoundRow> target_;
  ConfigText* text_;
  QTextBrowser* details_;
};

}  // namespace zp
