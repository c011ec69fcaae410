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

/// The name of a change on the undo stack: "Micro batch 1 → 4". Merging the changes of a gesture keeps the
/// first `from` and the last `to`.
struct UndoLabel {
  QString name;
  QString from = {}, to = {};
  [[nodiscard]] QString text() const;
};

/// A plan, and the model from which its shape was last taken; that model is not saved, and controls reset to
/// it.
struct PlanState {
  PlanDocument document;
  SharedModelPreset model_preset = {};
  bool operator==(const PlanState&) const = default;
};

/// A plan read from its file, and a note about it, for instance about an unreadable machine profile.
struct PlanFile {
  PlanDocument document;
  std::optional<SavedFigures> saved = {};  ///< the figures with which the file was saved
  QString note;
};

/// The only owner of the plan. Controls propose a plan; it is pushed on the undo stack and set, everything is
/// recomputed immediately, and changed() notifies the views.
class PlanModel : public QObject {
  Q_OBJECT

 public:
  /// A gesture number for changes that are separate undo steps.
  static constexpr int no_gesture = -1;

  explicit PlanModel(QObject* parent = nullptr);

  [[nodiscard]] const PlanDocument& document() const { return state_.document; }
  [[nodiscard]] const Plan& plan() const { return state_.document.plan; }
  /// Returns the model preset chosen last; empty if none was chosen since the plan was opened.
  [[nodiscard]] const SharedModelPreset& modelPreset() const { return state_.model_preset; }
  /// Returns the available presets: the shipped ones, followed by the user's own.
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

  /// Sets the plan to `next`, completed with its training program's defaults. Changes of one gesture
  /// (numbered by the rows, see InputRow) become one undo step; a step without a net change disappears. Does
  /// nothing if `next` equals the plan.
  void propose(const Plan& next, const UndoLabel& label, int gesture = no_gesture);

  /// Sets the whole document to `next`, for example after an import, as a separate undo step.
  void proposeDocument(const PlanDocument& next, const UndoLabel& label);

  /// Replaces the plan by another one, which has no file yet, as a separate undo step: that of a link, of a
  /// tutorial. Saving asks for a file; undo brings the former plan's file back.
  void replaceDocument(const PlanDocument& next, const UndoLabel& label);

  /// Sets the strategy's stage and placement, as a separate undo step.
  void adopt(Strategy strategy);

  /// Replaces the plan without undo: new, opened, restored. `path` is empty for a plan without a file.
  void reset(const PlanDocument& document, const QString& path);
  /// Returns the plan in a file, which can name `presets`. Throws FileError if the file cannot be used.
  static PlanFile read(const QString& path, const Catalog& presets = catalog());
  /// Sets the plan to the present contents of its own file, as one undo step; afterwards nothing is unsaved.
  void takeFromFile(const PlanDocument& document, const UndoLabel& label);
  /// Resets to the plan in a file. Throws FileError and changes nothing if the file cannot be used.
  void open(const QString& path) { reset(read(path, presets_).document, path); }
  /// Writes the plan, completely or not at all; `path` becomes its file. Throws FileError if that fails.
  void save(const QString& path);

 signals:
  void changed();      ///< plan and results have changed
  void fileChanged();  ///< path or saved state has changed
  void replaced();     ///< another plan took the place of the former one, or undo gave it back
  void followed(const QString& sentence);  ///< the precision, which is not stated, was adapted to the new GPU

 private:
  friend class PlanCommand;
  void set(const PlanState& state);
  void setSaved();
  void exchangeFilePath(QString& other);

  PlanState state_;
  Catalog presets_ = catalog();
  PlanResults results_;
  std::vector<ConfigLine> saved_config_;
  QUndoStack undo_;
  QString file_path_;
  PointedItemSignal pointing_;
};

}  // namespace zp
