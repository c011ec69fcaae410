// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

#include "core/memory/estimate.h"

namespace zp {

class PlanModel;
class VerdictTile;

/// The answer, always in view above the views: memory of GPU, host and, where the plan uses any, drive; step
/// time and throughput. A wide window has room for the global batch and the largest micro batch too.
class VerdictStrip : public QWidget {
  Q_OBJECT

 public:
  explicit VerdictStrip(PlanModel& model, QWidget* parent = nullptr);

  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  /// A tile was pressed: where its bytes come from is asked.
  void explainRequested(zp::Place place);
  /// A tile of the clock was pressed.
  void speedRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  VerdictTile* addTile(const QString& name, const QString& caption, const QString& tool_tip);
  void explainOnClick(VerdictTile* tile, Place place);
  void refresh();
  void showNothing();
  void showMemory();
  void showSpeed();
  void showBatch();
  /// Which tiles there is room and reason for.
  void arrange();
  [[nodiscard]] std::array<VerdictTile*, 7> tiles() const;
  /// Tells assistive tools when the plan begins or ceases to fit.
  void announce(const MemoryEstimate& estimate);

  PlanModel& model_;
  VerdictTile* gpu_;
  VerdictTile* cpu_;
  VerdictTile* nvme_;
  VerdictTile* step_;
  VerdictTile* throughput_;
  VerdictTile* batch_;
  VerdictTile* largest_;
  bool announced_fit_ = true;
};

}  // namespace zp
