// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <vector>

#include "ui/model/notice.h"

class QVBoxLayout;

namespace zp {

class NoticeRow;
class PlanModel;

/// What there is to say about the plan, worst first: a sign, a sentence, and where there is a way, a button
/// that takes it ("Apply") or leads to the control ("Show").
class IssuesList : public QScrollArea {
  Q_OBJECT

 public:
  explicit IssuesList(PlanModel& model, QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void settingRequested(const QString& plan_path);

 private:
  void refresh();
  void apply(std::size_t index);

  PlanModel& model_;
  QVBoxLayout* lines_;
  std::vector<NoticeRow*> rows_;  ///< made once, shown as many as there are notices
  std::vector<Notice> shown_;     ///< what they say
};

}  // namespace zp
