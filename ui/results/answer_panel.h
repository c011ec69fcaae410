// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <array>

#include "core/memory/estimate.h"

class QHBoxLayout;

namespace zp {

class CapacityBar;
class FactLabel;
struct PlanResults;

/// The panel that states in one large word whether the present plan runs, and the figures behind it: GPU
/// memory with its range, host memory and, if used, drives; tokens per second, hours and cost of the token
/// budget, step time and its bottleneck; and the unstated settings.
class AnswerPanel : public QWidget {
  Q_OBJECT

 public:
  explicit AnswerPanel(QWidget* parent = nullptr);

  void setResults(const PlanResults& results);
  /// Sets texts of different length about the unstated settings, the longest first.
  void setUnstated(const QStringList& forms);
  /// Greys that text while the plan is changing.
  void setUnstatedStale(bool stale);
  /// Uses one line fewer, for a narrow window.
  void setCompact(bool compact);

 signals:
  /// The user clicked a memory figure, to see its components.
  void explainRequested(zp::Place place);
  /// The user clicked a figure of the clock.
  void speedRequested();
  /// The user requested the unstated settings.
  void unstatedRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  FactLabel* addFact(const QString& name, const QString& title, double scale, bool strong);
  void showNothing();
  void showWord(const PlanResults& results);
  void showMemory(const PlanResults& results);
  void showSpeed(const PlanResults& results);
  void showRun(const PlanResults& results);
  void showCalibration(const PlanResults& results);
  [[nodiscard]] std::array<FactLabel*, 9> facts() const;
  /// Notifies assistive tools when the plan starts or stops to run.
  void announce(const QString& word);

  FactLabel* word_;
  FactLabel* rate_;
  FactLabel* run_;
  FactLabel* step_;
  FactLabel* gpu_;
  FactLabel* bound_;
  CapacityBar* bar_;
  FactLabel* cpu_;
  FactLabel* nvme_;
  FactLabel* calibrated_;
  FactLabel* unstated_;
  QHBoxLayout* first_;
  QHBoxLayout* amounts_;  ///< GPU and the step's bottleneck; in a compact panel the line below them
  QHBoxLayout* places_;
};

}  // namespace zp
