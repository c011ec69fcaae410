// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/panels/field_rows.h"

namespace zp {

class ConfigText;

/// The ds_config.json tab: the file as it will be exported, what it is for, and the two ways to take it
/// along.
class ConfigView : public QWidget {
  Q_OBJECT

 public:
  explicit ConfigView(PlanModel& model, QWidget* parent = nullptr);

 signals:
  void settingRequested(const QString& plan_path);
  void copyRequested();
  void exportRequested();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();

  PlanModel& model_;
  std::vector<BoundRow> target_;
  ConfigText* text_;
};

}  // namespace zp
