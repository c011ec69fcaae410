// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

#include "ui/fields/fields.h"

/// For the fields_*.cpp only: fields that are one member of one part of a Plan, such as
/// memberField<&Plan::training, &Training::micro_batch_size>(…). Their preset is the default of that member.
namespace zp {

template <auto Part, auto Member>
using MemberType = std::remove_reference_t<decltype((std::declval<Plan>().*Part).*Member)>;

/// The kind of a quantity, its slider's scale and its legal range.
struct Scale {
  QuantityKind kind = QuantityKind::count;
  Stops stops;
  double low = 1, high = 1;
  QString unit = {};
  StepMode step_mode = StepMode::stops;
  double multiple = 1;
};

NumberField numberField(FieldInfo info, const Scale& scale);

template <auto Part, auto Member>
NumberField memberField(FieldInfo info, const Scale& scale) {
  using T = MemberType<Part, Member>;
  NumberField field = numberField(std::move(info), scale);
  field.value = [](const Plan& plan) { return static_cast<double>((plan.*Part).*Member); };
  field.set = [](Plan plan, double value) {
    if constexpr (std::is_integral_v<T>)
      (plan.*Part).*Member = static_cast<T>(std::llround(value));
    else
      (plan.*Part).*Member = static_cast<T>(value);
    return plan;
  };
  field.preset = [](const Plan&, int) {
    return std::optional<double>(static_cast<double>((Plan().*Part).*Member));
  };
  return field;
}

/// An enumeration of core with a name_of(): the choices are its values 0, 1, 2 … under those names as ids.
template <auto Part, auto Member>
ChoiceField enumField(FieldInfo info, ChoiceLook look, const std::vector<QString>& texts) {
  using E = MemberType<Part, Member>;
  const auto id_of = [](E value) {
    const std::string_view name = name_of(value);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
  };
  ChoiceField field{std::move(info)};
  field.look = look;
  for (std::size_t i = 0; i < texts.size(); ++i)
    field.choices.push_back({id_of(static_cast<E>(i)), texts[i]});
  field.value = [id_of](const Plan& plan) { return id_of((plan.*Part).*Member); };
  field.set = [id_of, count = texts.size()](Plan plan, const QString& id) {
    for (std::size_t i = 0; i < count; ++i)
      if (id_of(static_cast<E>(i)) == id) (plan.*Part).*Member = static_cast<E>(i);
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

template <class F>
F available(F field, QString (*unavailable)(const Plan&)) {
  field.unavailable = unavailable;
  return field;
}

/// `first`, 2·first, … up to `last`.
Stops powersOfTwo(double first, double last);

}  // namespace zp
