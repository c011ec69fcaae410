// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

#include "ui/model/fields.h"

/// For the fields_*.cpp only: fields that are one member of one part of a Plan, such as
/// numberField<&Plan::training, &Training::micro_batch_size>(…). Their preset is the default of that member.
namespace zp {

template <auto Part, auto Member>
using MemberType = std::remove_reference_t<decltype((std::declval<Plan>().*Part).*Member)>;

template <class T>
T fromDouble(double value) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(std::llround(value));
  else
    return static_cast<T>(value);
}

template <auto Part, auto Member>
NumberField numberField(FieldInfo info, NumberKind kind, double low, double high, std::vector<double> stops) {
  NumberField field{std::move(info)};
  field.kind = kind;
  field.low = low;
  field.high = high;
  field.stops = std::move(stops);
  field.value = [](const Plan& plan) { return static_cast<double>((plan.*Part).*Member); };
  field.set = [](Plan plan, double value) {
    (plan.*Part).*Member = fromDouble<MemberType<Part, Member>>(value);
    return plan;
  };
  field.preset = [](const Plan&, int) { return std::optional<double>(static_cast<double>((Plan().*Part).*Member)); };
  return field;
}

/// For an enumeration whose values run 0, 1, 2 … in the order of `options`.
template <auto Part, auto Member>
ChoiceField enumField(FieldInfo info, ChoiceLook look, QStringList options) {
  ChoiceField field{std::move(info)};
  field.look = look;
  field.options = std::move(options);
  field.value = [](const Plan& plan) { return static_cast<int>((plan.*Part).*Member); };
  field.set = [](Plan plan, int option) {
    (plan.*Part).*Member = static_cast<MemberType<Part, Member>>(option);
    return plan;
  };
  return field;
}

template <auto Part, auto Member>
ToggleField toggleField(FieldInfo info) {
  ToggleField field{std::move(info)};
  field.value = [](const Plan& plan) { return static_cast<bool>((plan.*Part).*Member); };
  field.set = [](Plan plan, bool on) {
    (plan.*Part).*Member = on;
    return plan;
  };
  return field;
}

/// `first`, 2·first, … up to `last`.
inline std::vector<double> powersOfTwo(double first, double last) {
  std::vector<double> stops;
  for (double stop = first; stop <= last; stop *= 2)
    stops.push_back(stop);
  return stops;
}

}  // namespace zp
