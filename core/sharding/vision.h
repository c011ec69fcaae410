// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/catalog/tensors.h"
#include "core/plan/plan.h"

/// How a plan treats a model's vision tower: which parts are trained, what autograd records, and the work per
/// micro batch. Precondition of all functions: the model has a tower.
namespace zp {

bool trains_tower(const Training& training);
bool trains_projector(const Training& training);
bool trains_language_model(const Training& training);

/// Returns true if autograd records the tower: it is trained, or it is frozen and the plan says so.
bool records_tower(const Training& training);
/// Returns true if the tower uses activation checkpointing, so that each block saves only its input.
bool checkpoints_tower(const Training& training);

/// Marks each tensor as trained or frozen.
void mark_trained(std::span<TensorKind> kinds, const Plan& plan);

/// The images of one micro batch on one rank.
struct VisualWork {
  double patches = 0;    ///< T, rows that the tower processes
  double tokens = 0;     ///< visual tokens in the text sequences
  double projected = 0;  ///< M, rows that the projector outputs
  double segment = 0;    ///< number of patches that attend to each other
};
VisualWork visual_work(const Plan& plan);
/// Returns the mean number of visual tokens per sequence.
double visual_tokens_of_sequence(const Plan& plan);

}  // namespace zp
