// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "ui/model/own_presets.h"

class QWidget;

namespace zp {

class ActionRegistry;
class PlanModel;
class Settings;

/// The user's own presets in the window: listed everywhere from the start, created from the plan, managed in
/// Plan ▸ Presets. If a preset used by the plan changes, the plan is updated by one undo step.
class PresetController : public QObject {
  Q_OBJECT

 public:
  /// `window` is the parent of its dialogs; `settings` must outlive it.
  PresetController(PlanModel& model, Settings& settings, QWidget& window);

  void addActions(ActionRegistry& actions);
  /// Returns the problems of the user's file; "" if there are none.
  [[nodiscard]] QString problem() const;

 signals:
  /// The lists have different presets now.
  void choicesChanged();
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void doubted(const QString& sentence);

 private:
  /// Puts the presets of the user's file into the lists.
  void offer();
  void savePlanAs(PresetKind kind);

  PlanModel& model_;
  Settings& settings_;
  QWidget& window_;
  OwnPresets presets_;
};

}  // namespace zp
