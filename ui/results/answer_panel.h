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

/// The panel that says in one large word whether the plan as it stands runs, with the figures behind it:
/// memory of a GPU with its range, of the host and, if the plan uses any, of drives; tokens per second, hours
/// and price of the token budget, step time and what binds it; what the plan leaves open.
class AnswerPanel : public QWidget {
  Q_OBJECT

 public:
  explicit AnswerPanel(QWidget* parent = nullptr);

  void setResults(const PlanResults& results);
  /// Shows what the plan leaves open, in texts that say the same, the longest first.
  void setUnstated(const QStringList& forms);
  /// Greys that text while the plan is changing.
  void setUnstatedStale(bool stale);
  /// Uses one line less, for a narrow window.
  void setCompact(bool compact);

 signals:
  /// The user pressed a figure of memory, to see where its bytes come from.
  void explainRequested(zp::Place place);
  /// The user pressed a figure of the clock.
  void speedRequested();
  /// The user asked for the settings that the plan leaves open.
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
  /// Tells assistive tools when the plan begins or ceases to run.
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
  QHBoxLayout* amounts_;  ///< GPU and what binds the step, and in a compact panel the line below instead
  QHBoxLayout* places_;
};

}  // namespace zp
