// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/sentence_list.h"

namespace zp {

class ChoiceModel;
class PlanModel;
struct Finding;

/// Lists the findings about the plan, and after them the keys that no figure counts. A button applies the fix
/// ("Apply") or leads to the control in question ("Show"). The fix of a plan that does not fit is the best
/// plan; until a search for it has ended, the words of the last one stay.
class IssuesList : public SentenceList {
  Q_OBJECT

 public:
  IssuesList(PlanModel& model, ChoiceModel& choice, QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void settingRequested(const QString& plan_path);

 private:
  /// The best plan as the way out of one that does not fit, in the words of the buttons and of the sentence.
  struct WayOut {
    QString words, label;
  };
  void refresh();
  void followChoice();
  [[nodiscard]] Sentence sentenceOf(const Finding& finding) const;
  void goTo(std::size_t index);
  void apply(std::size_t index);

  PlanModel& model_;
  ChoiceModel& choice_;
  WayOut way_out_;
  bool is_apply_awaited_ = false;  ///< the user applied the best plan while it was still searched for
};

}  // namespace zp
