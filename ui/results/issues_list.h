// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/sentence_list.h"

namespace zp {

class ChoiceModel;
class PlanModel;
struct Finding;

/// Lists the findings about the plan, followed by the keys that no figure includes. A button applies the fix
/// ("Apply") or goes to the control ("Show"). The fix of a plan that does not fit is the best plan; while
/// that is being searched, the previous text stays.
class IssuesList : public SentenceList {
  Q_OBJECT

 public:
  IssuesList(PlanModel& model, ChoiceModel& choice, QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void settingRequested(const QString& plan_path);

 private:
  /// The best plan as the way out for a plan that does not fit, with the texts of the buttons and the
  /// sentence.
  struct WayOut {
    QString words, label;
    bool operator==(const WayOut&) const = default;
  };
  void refresh();
  void followChoice();
  [[nodiscard]] Sentence sentenceOf(const Finding& finding) const;
  void goTo(std::size_t index);
  void apply(std::size_t index);

  PlanModel& model_;
  ChoiceModel& choice_;
  WayOut way_out_;
  bool is_apply_awaited_ = false;  ///< the user chose Apply while the best plan was still being searched
};

}  // namespace zp
