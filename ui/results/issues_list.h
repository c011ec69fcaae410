// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/sentence_list.h"

namespace zp {

class PlanModel;

/// Lists the findings about the plan, and after them the keys that no figure counts. A button applies the fix
/// ("Apply") or leads to the control in question ("Show").
class IssuesList : public SentenceList {
  Q_OBJECT

 public:
  explicit IssuesList(PlanModel& model, QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void settingRequested(const QString& plan_path);

 private:
  void refresh();
  void goTo(std::size_t index);
  void apply(std::size_t index);

  PlanModel& model_;
};

}  // namespace zp
