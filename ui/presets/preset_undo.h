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

/// What was done to the user's presets here, entry by entry, and the way back. The file may have been changed
/// by others since: then a step back may fail, with a sentence.
class PresetUndo {
 public:
  explicit PresetUndo(OwnPresets& presets) : presets_(presets) {}

  /// Each is done and remembered; throws FileError where it cannot be.
  PresetPlace add(PresetKind kind, const std::string& row);
  PresetPlace replace(PresetPlace preset, const std::string& row);
  void remove(PresetPlace preset);

  [[nodiscard]] bool canUndo() const { return !steps_.empty(); }
  /// "Delete Lab card".
  [[nodiscard]] QString text() const;
  /// Throws FileError; the step is gone all the same.
  void undo();

 private:
  struct Step {
    PresetKind kind = PresetKind::model;
    std::string before, after;  ///< entries; "" where there was none
    QString text;
  };
  OwnPresets& presets_;
  std::vector<Step> steps_;
};

}  // namespace zp
