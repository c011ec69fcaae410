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

/// The user's own presets in the window: offered in every list from the start, made of the plan, managed in
/// Plan ▸ Presets. When a preset that the plan names changes, the plan follows by one undo step.
class PresetController : public QObject {
  Q_OBJECT

 public:
  /// Dialogs stand over `window`; `settings` must outlive it.
  PresetController(PlanModel& model, Settings& settings, QWidget& window);

  void addActions(ActionRegistry& actions);
  /// Returns the problems of the user's file, "" for none.
  [[nodiscard]] QString problem() const;

 signals:
  /// The lists offer other presets now.
  void choicesChanged();
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void doubted(const QString& sentence);

 private:
  /// Offers the presets that the user's file holds now.
  void offer();
  void savePlanAs(PresetKind kind);

  PlanModel& model_;
  Settings& settings_;
  QWidget& window_;
  OwnPresets presets_;
};

}  // namespace zp
