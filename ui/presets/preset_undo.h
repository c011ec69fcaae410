// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <string>
#include <vector>

#include "core/catalog/own_presets.h"

namespace zp {

class OwnPresets;

/// Undo for the changes made here to the user's presets, entry by entry. Other programs may have changed the
/// file since; undo may then fail with a sentence.
class PresetUndo {
 public:
  explicit PresetUndo(OwnPresets& presets) : presets_(presets) {}

  /// Make a change and record it; throw FileError if that is impossible.
  AnyPreset add(PresetKind kind, const std::string& row);
  AnyPreset replace(const AnyPreset& preset, const std::string& row);
  void remove(const AnyPreset& preset);

  [[nodiscard]] bool canUndo() const { return !steps_.empty(); }
  /// Returns the name of the last step: "Delete Lab card".
  [[nodiscard]] QString text() const;
  /// Undoes the last step. Throws FileError if that fails; the step is removed in any case.
  void undo();

 private:
  struct Step {
    PresetKind kind = PresetKind::model;
    std::string before, after;  ///< entries; "" for a missing one
    QString text;
  };
  OwnPresets& presets_;
  std::vector<Step> steps_;
};

}  // namespace zp
