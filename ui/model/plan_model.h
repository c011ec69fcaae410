// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <optional>

#include "core/plan_file/saved_figures.h"
#include "ui/model/plan_results.h"
#include "ui/model/pointed_item.h"

namespace zp {

/// The name of a change on the undo stack: "Micro batch 1 → 4". When the changes of a gesture merge, the
/// first `from` and the last `to` stay.
struct UndoLabel {
  QString name;
  QString from = {}, to = {};
  [[nodiscard]] QString text() const;
};

/// A plan and the model its shape was last taken from, which no file holds and to which controls reset.
struct PlanState {
  PlanDocument document;
  SharedModelPreset model_preset = {};
  bool operator==(const PlanState&) const = default;
};

/// A plan as read from its file, and a note about it, for instance on a machine profile that could
/// not be read.
struct PlanFile {
  PlanDocument document;
  std::optional<SavedFigures> saved = {};  ///< the figures with which the file was saved
  QString note;
};

/// The one object that owns the plan. Controls propose a plan; it is put on the undo stack and set,
/// everything is computed anew in the same turn, and changed() tells the views. Nothing else changes a plan.
class PlanModel : public QObject {
  Q_OBJECT

 public:
  /// The number that no gesture has: such a change is an undo step of its own.
  static constexpr int no_gesture = -1;

  explicit PlanModel(QObject* parent = nullptr);

  [[nodiscard]] const PlanDocument& document() const { return state_.document; }
  [[nodiscard]] const Plan& plan() const { return state_.document.plan; }
  /// Returns the preset that was chosen last; empty if none was since the plan was opened.
  [[nodiscard]] const SharedModelPreset& modelPreset() const { return state_.model_preset; }
  /// Returns the presets on offer: the shipped ones and the user's own behind them.
  [[nodiscard]] const Catalog& presets() const { return presets_; }
  void setPresets(Catalog presets) { presets_ = std::move(presets); }
  [[nodiscard]] const PlanResults& results() const { return results_; }
  [[nodiscard]] QUndoStack& undoStack() { return undo_; }
  /// Returns the part of the results that the views point at.
  [[nodiscard]] PointedItemSignal& pointing() { return pointing_; }
  [[nodiscard]] QString filePath() const { return file_path_; }
  [[nodiscard]] bool isModified() const { return !undo_.isClean(); }
  /// Returns ds_config.json as it was when the plan was last opened or saved; the preview marks
  /// changes against it.
  [[nodiscard]] const std::vector<ConfigLine>& savedConfig() const { return saved_config_; }

  /// Makes `next` the plan, with what its training program fills in. Changes of one gesture (the rows number
  /// them, InputRow) become one undo step; a step that ends where it began disappears. Does nothing if `next`
  /// is the plan already.
  void propose(const Plan& next, const UndoLabel& label, int gesture = no_gesture);

  /// Does the same with a whole document (an import), as an undo step of its own.
  void proposeDocument(const PlanDocument& next, const UndoLabel& label);

  /// Gives the plan that stage and placement, as an undo step of its own.
  void adopt(Strategy strategy);

  /// Replaces the plan without undo: new, opened, restored. `path` is empty for a plan without a file.
  void reset(const PlanDocument& document, const QString& path);
  /// Returns the plan in a file, which can name `presets`. Throws FileError if the file cannot be used.
  static PlanFile read(const QString& path, const Catalog& presets = catalog());
  /// Takes over what the plan's own file holds by now, as one undo step; nothing is unsaved after it.
  void takeFromFile(const PlanDocument& document, const UndoLabel& label);
  /// Resets to the plan in a file. Throws FileError and changes nothing if the file cannot be used.
  void open(const QString& path) { reset(read(path, presets_).document, path); }
  /// Writes the plan, whole or not at all, and takes `path` as its file. Throws FileError if that fails.
  void save(const QString& path);

 signals:
  void changed();                          ///< plan and results have changed
  void fileChanged();                      ///< path or saved state has changed
  void followed(const QString& sentence);  ///< the precision, which nobody stated, follows the new GPU

 private:
  friend class PlanCommand;
  void set(const PlanState& state);
  void setSaved();

  PlanState state_;
  Catalog presets_ = catalog();
  PlanResults results_;
  std::vector<ConfigLine> saved_config_;
  QUndoStack undo_;
  QString file_path_;
  PointedItemSignal pointing_;
};

}  // namespace zp
