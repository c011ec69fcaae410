// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/memory/estimate.h"

namespace zp {

class PlanModel;
class VerdictTile;

/// The answer, always in view: four tiles above the views. The third is the NVMe space where the plan uses
/// any, and the global batch where not.
class VerdictStrip : public QWidget {
  Q_OBJECT

 public:
  explicit VerdictStrip(PlanModel& model, QWidget* parent = nullptr);

 signals:
  /// A tile was pressed: where its bytes come from is asked.
  void explainRequested(zp::Place place);

 private:
  VerdictTile* addTile(const QString& name, const QString& caption, const QString& tool_tip);
  void explainOnClick(VerdictTile* tile, Place place);
  void refresh();
  void showNothing();
  /// Tells assistive tools when the plan begins or ceases to fit.
  void announce(const MemoryEstimate& estimate);

  PlanModel& model_;
  VerdictTile* gpu_;
  VerdictTile* cpu_;
  VerdictTile* nvme_;
  VerdictTile* batch_;
  VerdictTile* largest_;
  bool announced_fit_ = true;
};

}  // namespace zp
