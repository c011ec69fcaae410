// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/sentence_list.h"

namespace zp {

class PlanModel;

/// What there is to say about the plan, and behind it which of its keys no figure counts. A button takes the
/// way out of it ("Apply") or leads to the control it speaks of ("Show").
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
