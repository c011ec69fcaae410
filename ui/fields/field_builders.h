// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/catalog/own_presets.h"
#include "core/search/solve.h"
#include "core/units/range.h"
#include "ui/fields/fields.h"

/// Builders for the fields_*.cpp only: for fields that follow from their plan key: what they show and set,
/// their legal range, and their default.
namespace zp {

/// The kind of a quantity and its slider's scale.
struct Scale {
  QuantityKind kind = QuantityKind::count;
  Stops stops;
  QString unit = {};
  StepMode step_mode = StepMode::stops;
  double multiple = 1;
};

/// Returns a number field; for a key with a reader of its own (the model's) only limits and scale, the caller
/// fills in the rest.
NumberField numberField(FieldInfo info, const Scale& scale);

/// Returns a number field for a part of a key, which is no key itself: only limits and scale.
NumberField numberField(FieldInfo info, const Scale& scale, const Range& range);

/// Returns a field for one of the key's words, shown as `texts` in their order.
ChoiceField wordField(FieldInfo info, ChoiceLook look, const std::vector<QString>& texts);

ToggleField toggleField(FieldInfo info);

/// Adds a mark where the plan runs out of memory as the number grows.
NumberField withCliff(NumberField field, Unknown unknown);

/// Adds a mark where the step begins or ceases to wait for collectives by more than
/// the estimate's uncertainty.
NumberField withExposure(NumberField field);

template <class F>
F available(F field, QString (*unavailable)(const Plan&)) {
  field.unavailable = unavailable;
  return field;
}

/// Returns why a key does nothing at the plan's stage ("needs stage 3"), as DeepSpeed's schema has it; empty
/// if it acts. Precondition: a ds_config has the key, and it acts at all stages above the first.
QString stageNeeded(const std::string& plan_key, const Plan& plan);

/// Greys the field at stages at which its key does nothing.
template <class F>
F byStage(F field) {
  field.unavailable = [key = field.path](const Plan& plan) { return stageNeeded(key, plan); };
  return field;
}

/// Returns the presets that are choices now.
const Catalog& offeredPresets();
/// Returns the choice for a preset: its id, or a text that is no id if only the plan has the preset.
QString choiceOf(const AnyPreset& preset);
/// Returns the text shown for a preset that only the plan has.
QString shownOf(const AnyPreset& preset);
/// Returns the heading over the user's own presets.
QString yours();

/// Returns `first`, 2·first, … up to `last`.
Stops powersOfTwo(double first, double last);

}  // namespace zp
