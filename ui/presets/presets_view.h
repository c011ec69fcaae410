// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

#include "ui/presets/preset_undo.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace zp {

class OwnPresets;
class PlanModel;
class PresetKeyTree;
class PresetTree;
class Settings;

/// The view of the user's models, GPUs and links: added from the plan, edited key by key,
/// renamed, deleted, exported.
class PresetsView : public QWidget {
  Q_OBJECT

 public:
  PresetsView(OwnPresets& presets, const PlanModel& model, Settings& settings, QWidget* parent = nullptr);

 private:
  QWidget* makeButtons();
  QPushButton* button(const QString& name, const QString& text, const QString& tip,
                      const std::function<void()>& run);
  void refresh();
  void showKeys();
  void set(const AnyPreset& preset, const std::string& key, const QString& typed);
  void addFromPlan(PresetKind kind);
  void remove();
  void undo();
  void importFile();
  void exportFile();
  void openFolder();
  /// Runs `change` and reports an error; returns true if there was none.
  bool attempt(const std::function<void()>& change);
  void showMessage(const QString& sentence);

  OwnPresets& presets_;
  const PlanModel& model_;
  Settings& settings_;
  PresetUndo steps_;
  PresetTree* list_;
  PresetKeyTree* keys_;
  QLabel* foot_;
  QToolButton* add_ = nullptr;
  QPushButton* remove_ = nullptr;
  QPushButton* undo_ = nullptr;
  QPushButton* export_ = nullptr;
};

}  // namespace zp
