// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/catalog/own_presets.h"
#include "core/search/solve.h"
#include "core/units/range.h"
#include "ui/fields/fields.h"

/// Builders for fields_*.cpp: what a field shows and sets, its range and its default follow from its plan
/// key.
namespace zp {

/// The kind of a quantity and its slider's scale.
struct Scale {
  QuantityKind kind = QuantityKind::count;
  Stops stops;
  QString unit = {};
  StepMode step_mode = StepMode::stops;
  double multiple = 1;
};

/// Returns a number field. For a key with its own reader (the model's) it has only limits and scale, and the
/// caller fills in the rest.
NumberField numberField(FieldInfo info, const Scale& scale);

/// Returns a number field for a part of a key, with only limits and scale.
NumberField numberField(FieldInfo info, const Scale& scale, const Range& range);

/// Returns a choice field for a key with words; `texts` are their displayed texts, in the same order.
ChoiceField wordField(FieldInfo info, ChoiceLook look, const std::vector<QString>& texts);

ToggleField toggleField(FieldInfo info);

/// Adds a mark at the value from which the plan runs out of memory.
NumberField withCliff(NumberField field, Unknown unknown);

/// Adds a mark at the value from which the step starts or stops to wait noticeably for collectives.
NumberField withExposure(NumberField field);

template <class F>
F available(F field, QString (*unavailable)(const Plan&)) {
  field.unavailable = unavailable;
  return field;
}

/// Returns why a key has no effect at the plan's stage ("needs stage 3"), from DeepSpeed's schema; empty if
/// it has. Precondition: it is a ds_config key that has an effect at all stages above the first one that
/// supports it.
QString stageNeeded(const std::string& plan_key, const Plan& plan);

/// Greys out the field at stages at which its key has no effect.
template <class F>
F byStage(F field) {
  field.unavailable = [key = field.path](const Plan& plan) { return stageNeeded(key, plan); };
  return field;
}

/// Returns the presets that can be chosen now.
const Catalog& offeredPresets();
/// Returns the choice for a preset: its id, or a text that is not an id if only this plan has the preset.
QString choiceOf(const AnyPreset& preset);
/// Returns the text shown for a preset that only the plan has.
QString shownOf(const AnyPreset& preset);
/// Returns the heading over the user's own presets.
QString ownPresetsHeading();

/// Returns `first`, 2·first, … up to `last`.
Stops powersOfTwo(double first, double last);

}  // namespace zp
