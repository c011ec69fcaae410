// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/unstated/unstated.h"

namespace zp {

class PlanModel;

/// The present plan's unstated settings, with the effects of their alternatives. Each alternative needs an
/// estimate, so the list is computed only on demand, and changed() is emitted only after the plan has not
/// changed for a moment.
class UnstatedModel : public QObject {
  Q_OBJECT

 public:
  explicit UnstatedModel(PlanModel& model, QObject* parent = nullptr);

  /// Returns the list, changes of the verdict first, then the largest effect; that of an earlier plan while
  /// the plan is changing or cannot be estimated.
  [[nodiscard]] const std::vector<UnstatedSetting>& settings();
  /// Returns the odds that the plan fits, with other values of the settings of the list counted.
  [[nodiscard]] double odds() const { return odds_; }
  /// Returns the plan that the list refers to.
  [[nodiscard]] const Plan& plan() const { return document_.plan; }
  /// Returns false until the plan has been unchanged for a moment.
  [[nodiscard]] bool isCurrent() const { return !rest_.isActive(); }

  /// Sets the plan to the value of an alternative, or to the assumed value if none is given, as one undo
  /// step.
  void state(std::size_t setting, std::optional<std::size_t> alternative);
  /// Ends the waiting time: the list now refers to the present plan.
  void finish();

 signals:
  void changing();  ///< the plan changes; the list is outdated until changed()
  void changed();   ///< the plan has been unchanged for a moment; settings() is up to date

 private:
  PlanModel& model_;
  QTimer rest_;
  PlanDocument document_;  ///< the list refers to its texts
  std::vector<UnstatedSetting> settings_;
  double odds_ = 0;
  bool is_due_ = true;  ///< true if the list is outdated
};

}  // namespace zp
