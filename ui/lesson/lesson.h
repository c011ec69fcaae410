// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <array>

#include "core/memory/estimate.h"
#include "ui/theme/theme.h"

namespace zp {

struct PlanResults;

/// One of the model states: parameters, gradients, or optimizer states with the master weights.
struct HeldState {
  ChartComponent component = ChartComponent::parameters;
  bool is_divided = false;   ///< each GPU's part is its own; else each has all of it
  Place place = Place::gpu;  ///< where it is kept
  Bytes whole;               ///< of the model, as a GPU without ZeRO keeps it
  Bytes held;                ///< of one GPU, wherever it is kept
};

/// Who keeps what of the model states between the backward pass and the step, and why.
struct Lesson {
  int gpus = 1;
  std::array<HeldState, 3> states;
  QString title;          ///< "ZeRO-2 · opt→CPU"
  QStringList sentences;  ///< what it does, what that saves, what it costs

  /// On one GPU, of all states.
  [[nodiscard]] Bytes onGpu() const;
  [[nodiscard]] bool uses(Place place) const;
};

/// Precondition: results.has_numbers.
Lesson lessonOf(const PlanResults& results);

}  // namespace zp
