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

/// The settings that the present plan leaves open, with what their alternatives would do. Each alternative is
/// an estimate of its own, so the list is made only when somebody asks for it, and the signal that asks to
/// look again comes when the plan has rested for a moment.
class UnstatedModel : public QObject {
  Q_OBJECT

 public:
  explicit UnstatedModel(PlanModel& model, QObject* parent = nullptr);

  /// Returns the list, the largest effect first; while the plan is changing, or cannot be estimated, that of
  /// an earlier plan.
  [[nodiscard]] const std::vector<UnstatedSetting>& settings();
  /// Returns the plan that the list is of.
  [[nodiscard]] const Plan& plan() const { return document_.plan; }
  /// Returns false while the plan has not rested since it changed.
  [[nodiscard]] bool isCurrent() const { return !rest_.isActive(); }

  /// Writes the value of an alternative into the plan, or the assumed one if none is named, as one undo step.
  void state(std::size_t setting, std::optional<std::size_t> alternative);
  /// Ends the wait: the list is of the present plan from now on.
  void finish();

 signals:
  void changing();  ///< the plan changes; the list is of an earlier one until changed()
  void changed();   ///< the plan has rested; settings() returns its list

 private:
  PlanModel& model_;
  QTimer rest_;
  PlanDocument document_;  ///< the list refers to texts in it
  std::vector<UnstatedSetting> settings_;
  bool is_due_ = true;  ///< true if the list is not of the present plan
};

}  // namespace zp
