// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "core/memory/estimate.h"

class QHBoxLayout;

namespace zp {

class CapacityBar;
class FactLabel;
struct PlanResults;

/// Whether the plan as it stands runs, in one large word, and the figures that say so: memory of a GPU with
/// its range, of the host and, where the plan uses any, of drives; tokens per second, step time and what
/// binds it; the batch.
class AnswerPanel : public QWidget {
  Q_OBJECT

 public:
  explicit AnswerPanel(QWidget* parent = nullptr);

  void setResults(const PlanResults& results);
  /// Where the window is narrow: a line less.
  void setCompact(bool compact);

 signals:
  /// A figure of memory was pressed: where its bytes come from is asked.
  void explainRequested(zp::Place place);
  /// A figure of the clock was pressed.
  void speedRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  FactLabel* addFact(const QString& name, const QString& title, double scale, bool strong);
  void showNothing();
  void showWord(const PlanResults& results);
  void showMemory(const PlanResults& results);
  void showSpeed(const PlanResults& results);
  void showBatch(const PlanResults& results);
  void showCalibration(const PlanResults& results);
  [[nodiscard]] std::array<FactLabel*, 9> facts() const;
  /// Tells assistive tools when the plan begins or ceases to run.
  void announce(const QString& word);

  FactLabel* word_;
  FactLabel* rate_;
  FactLabel* step_;
  FactLabel* gpu_;
  FactLabel* bound_;
  CapacityBar* bar_;
  FactLabel* cpu_;
  FactLabel* nvme_;
  FactLabel* calibrated_;
  FactLabel* batch_;
  QHBoxLayout* amounts_;  ///< GPU and what binds the step, and in a compact panel the places beside them
  QHBoxLayout* places_;
};

}  // namespace zp
