// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/field_builders.h"

namespace zp {

NumberField numberField(FieldInfo info, const Scale& scale) {
  NumberField field{
      std::move(info),
      {.name = {},
       .label = {},
       .tool_tip = {},
       .stops = scale.stops,
       .minimum = scale.low,
       .maximum = scale.high,
       .kind = scale.kind,
       .unit = scale.unit,
       .step_mode = scale.step_mode,
       .multiple = scale.multiple},
  };
  field.spec.name = field.id;
  field.spec.label = field.label;
  return field;
}

Stops powersOfTwo(double first, double last) {
  std::vector<double> stops;
  for (double stop = first; stop <= last; stop *= 2)
    stops.push_back(stop);
  return Stops(std::move(stops));
}

}  // namespace zp
