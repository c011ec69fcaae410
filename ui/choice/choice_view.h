// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <memory>

#include "ui/choice/choice_picture.h"
#include "ui/results/chart_view.h"

class QLabel;
class QTableView;
class QTextBrowser;

namespace zp {

class ChoiceModel;
class ElidedText;
class PinnedPlans;
class ScatterChart;

/// The Choice tab: all compared plans, memory against tokens per second, with the frontier, the best plan and
/// the present one; next to it the frontier as a table and why the others were not chosen. A click on a
/// point, or Return in chart or table, adopts a plan; Ctrl+click or P pins it for comparison; dragged limits
/// narrow the search.
class ChoiceView : public ChartView {
  Q_OBJECT

 public:
  ChoiceView(PlanModel& model, ChoiceModel& choice, QWidget* parent = nullptr);

  [[nodiscard]] ScatterChart& chart() { return *chart_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void fillCharts(const QString& plan_name) override;
  [[nodiscard]] Chart& currentChart() override;
  [[nodiscard]] std::vector<Chart*> charts() override;
  [[nodiscard]] QWidget* makeSide();
  /// Fills the text; called only after a moment without changes, because nobody reads it while a slider
  /// moves.
  void fillWords();
  void look(int index);
  void adopt(int index);
  void pin(int index);
  void adoptRow(int row);

  ChoiceModel& choice_;
  std::shared_ptr<const ChoicePicture> picture_;
  ElidedText* verdict_;
  ScatterChart* chart_;
  QLabel* no_chart_;
  PlainTable* frontier_;
  QTableView* table_ = nullptr;
  QTextBrowser* words_;
  QString html_;  ///< the text in words_
  QTimer words_rest_;
  PinnedPlans* pinned_;
};

}  // namespace zp
