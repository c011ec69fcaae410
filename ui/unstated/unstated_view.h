// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/results/unstated_text.h"

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace zp {

class OpenSettingRow;
class UnstatedModel;

/// The list of the plan's unstated settings, updated while visible.
class UnstatedView : public QWidget {
  Q_OBJECT

 public:
  explicit UnstatedView(UnstatedModel& unstated, QWidget* parent = nullptr);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void state(std::size_t setting, std::optional<std::size_t> alternative);
  [[nodiscard]] OpenSettingRow* makeRow(std::size_t number);

  UnstatedModel& unstated_;
  QLabel* head_;
  QScrollArea* area_;
  QVBoxLayout* lines_;
  QLabel* foot_;
  std::vector<OpenSettingRow*> rows_;   ///< reused; as many are visible as there are settings
  std::vector<OpenSettingText> shown_;  ///< the settings shown in them
};

}  // namespace zp
