// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presets/preset_undo.h"

#include <QObject>

#include "core/catalog/user_presets.h"
#include "ui/model/own_presets.h"
#include "ui/model/text.h"

namespace zp {

AnyPreset PresetUndo::add(PresetKind kind, const std::string& row) {
  const AnyPreset added = presets_.add(kind, row);
  steps_.push_back({kind, {}, row, QObject::tr("Add %1").arg(toQt(added.name()))});
  return added;
}

AnyPreset PresetUndo::replace(const AnyPreset& preset, const std::string& row) {
  const AnyPreset now = presets_.replace(preset, row);
  steps_.push_back({preset.kind(), preset.row(), row, QObject::tr("Change %1").arg(toQt(preset.name()))});
  return now;
}

void PresetUndo::remove(const AnyPreset& preset) {
  presets_.remove(preset);
  steps_.push_back({preset.kind(), preset.row(), {}, QObject::tr("Delete %1").arg(toQt(preset.name()))});
}

QString PresetUndo::text() const { return steps_.empty() ? QString() : steps_.back().text; }

void PresetUndo::undo() {
  const Step step = steps_.back();
  steps_.pop_back();
  if (step.after.empty())
    presets_.add(step.kind, step.before);
  else if (step.before.empty())
    presets_.remove(read_own_preset(step.kind, step.after));
  else
    presets_.replace(read_own_preset(step.kind, step.after), step.before);
}

}  // namespace zp
