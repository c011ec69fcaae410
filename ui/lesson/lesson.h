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
  bool is_divided = false;   ///< true if each GPU keeps only its own part
  Place place = Place::gpu;  ///< place where it is kept
  Bytes whole;               ///< size for the whole model, as a GPU without ZeRO keeps it
  Bytes held;                ///< size of one GPU's part, wherever it is kept
};

/// Which model states each GPU keeps between the backward pass and the step, and why.
struct Lesson {
  int gpus = 1;
  std::array<HeldState, 3> states;
  QString title;          ///< "ZeRO-2 · opt→CPU"
  QStringList sentences;  ///< its effect, its savings and its cost

  /// Returns the bytes of all states on one GPU.
  [[nodiscard]] Bytes onGpu() const;
  [[nodiscard]] bool uses(Place place) const;
};

/// Returns the lesson about a plan's results. Precondition: results.has_numbers.
Lesson lessonOf(const PlanResults& results);

}  // namespace zp
