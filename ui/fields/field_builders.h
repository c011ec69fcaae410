// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/catalog/own_presets.h"
#include "core/search/solve.h"
#include "core/units/range.h"
#include "ui/fields/fields.h"

/// For the fields_*.cpp only: fields whose plan key says everything about them: what they show and set, their
/// legal range, and what they are when nobody changes them.
namespace zp {

/// The kind of a quantity and its slider's scale.
struct Scale {
  QuantityKind kind = QuantityKind::count;
  Stops stops;
  QString unit = {};
  StepMode step_mode = StepMode::stops;
  double multiple = 1;
};

/// A number; of a key with a reader of its own (the model's) only limits and scale, the caller fills in the
/// rest.
NumberField numberField(FieldInfo info, const Scale& scale);

/// Part of a key that is none itself: only limits and scale.
NumberField numberField(FieldInfo info, const Scale& scale, const Range& range);

/// One of the key's words, shown as `texts` in their order.
ChoiceField wordField(FieldInfo info, ChoiceLook look, const std::vector<QString>& texts);

ToggleField toggleField(FieldInfo info);

/// With a mark where the plan runs out of memory as the number grows.
NumberField withCliff(NumberField field, Unknown unknown);

/// With a mark where the step begins or ceases to wait for collectives by more than an estimate can tell.
NumberField withExposure(NumberField field);

template <class F>
F available(F field, QString (*unavailable)(const Plan&)) {
  field.unavailable = unavailable;
  return field;
}

/// The choice that stands for a preset: its id, or what no id is for one that only the plan has.
QString choiceOf(PresetPlace preset);
/// How that one is shown.
QString shownOf(PresetPlace preset);
/// The heading over presets of the user's own.
QString yours();

/// `first`, 2·first, … up to `last`.
Stops powersOfTwo(double first, double last);

}  // namespace zp
