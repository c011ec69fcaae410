// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/claims/claims.h"
#include "ui/results/plan_view.h"

class QLabel;
class QModelIndex;
class QTabBar;
class QTableView;
class QTextBrowser;

namespace zp {

class PlainTable;
class PlainTableFilter;

/// The claims of the two documents next to the present plan's figures: a table with one page per verdict, a
/// text filter, and the selected claim with its reason.
class ClaimsView : public PlanView {
  Q_OBJECT

 public:
  explicit ClaimsView(PlanModel& model, QWidget* parent = nullptr);

 protected:
  void fill() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] QWidget* makeHead();
  void showClaims();
  void showClaim();
  void fitRows();

  std::vector<JudgedClaim> claims_;         ///< empty while the plan has no figures
  std::vector<const JudgedClaim*> listed_;  ///< those on the current page
  QLabel* head_;
  QTabBar* verdicts_;
  PlainTable* table_;
  PlainTableFilter* shown_;
  QTableView* view_;
  QTextBrowser* details_;
};

}  // namespace zp
