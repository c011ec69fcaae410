// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/catalog/tensors.h"
#include "core/plan/plan.h"

/// Treatment of a model's vision tower by a plan: the parts that are trained, what autograd records, and the
/// work of a micro batch. None of these may be asked of a model without one.
namespace zp {

bool trains_tower(const Training& training);
bool trains_projector(const Training& training);
bool trains_language_model(const Training& training);

/// Returns true if autograd records the tower: because it is trained, or because the plan says so of a
/// frozen one.
bool records_tower(const Training& training);
/// Returns true if the tower's blocks keep only their inputs.
bool checkpoints_tower(const Training& training);

/// Marks each tensor as trained or frozen.
void mark_trained(std::span<TensorKind> kinds, const Plan& plan);

/// The images of one micro batch on one rank.
struct VisualWork {
  double patches = 0;    ///< T, rows that the tower works on
  double tokens = 0;     ///< visual tokens in the text sequences
  double projected = 0;  ///< M, rows that the projector makes
  double segment = 0;    ///< patches that attend to each other
};
VisualWork visual_work(const Plan& plan);
/// Returns the visual tokens of one sequence, a mean.
double visual_tokens_of_sequence(const Plan& plan);

}  // namespace zp
