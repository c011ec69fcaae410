// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presets/preset_undo.h"

#include <QObject>

#include "core/catalog/user_presets.h"
#include "ui/model/own_presets.h"
#include "ui/model/text.h"

namespace zp {

PresetPlace PresetUndo::add(PresetKind kind, const std::string& row) {
  const PresetPlace place = presets_.add(kind, row);
  steps_.push_back({kind, {}, row, QObject::tr("Add %1").arg(toQt(preset_name_at(place)))});
  return place;
}

PresetPlace PresetUndo::replace(PresetPlace preset, const std::string& row) {
  const PresetPlace place = presets_.replace(preset, row);
  steps_.push_back(
      {preset.kind, preset_row_at(preset), row, QObject::tr("Change %1").arg(toQt(preset_name_at(preset)))});
  return place;
}

void PresetUndo::remove(PresetPlace preset) {
  presets_.remove(preset);
  steps_.push_back(
      {preset.kind, preset_row_at(preset), {}, QObject::tr("Delete %1").arg(toQt(preset_name_at(preset)))});
}

QString PresetUndo::text() const { return steps_.empty() ? QString() : steps_.back().text; }

void PresetUndo::undo() {
  const Step step = steps_.back();
  steps_.pop_back();
  if (step.after.empty())
    presets_.add(step.kind, step.before);
  else if (step.before.empty())
    presets_.remove(place_of_preset(step.kind, step.after));
  else
    presets_.replace(place_of_preset(step.kind, step.after), step.before);
}

}  // namespace zp
