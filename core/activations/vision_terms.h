// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/activations/activations.h"

/// The tensors that autograd saves of a vision tower and its projector, operation by operation.
namespace zp {

/// The properties of a tower's run that its tensors depend on.
struct TowerRun {
  bool trained = true;        ///< matrix products of frozen weights do not save their inputs
  bool has_segments = false;  ///< attention runs image by image, and its outputs are concatenated
};

/// Returns the tensors that one block of the tower saves for one patch without recomputation and without
/// attention scores. Source: the modeling files of Qwen2-VL, Qwen2.5-VL, Qwen3-VL, SigLIP, CLIP, Pixtral and
/// InternViT; bytes compared with saved-tensor hooks (tests/data/saved-activations-vision.csv).
template <class Out = BlockOperations>
Out tower_operations(const VisionTower& tower, const Training& training, const NumericTypes& types,
                     const TowerRun& run);

/// Bytes of one rank for one micro batch.
template <class N>
struct VisionTermsIn {
  N pixels = 0.0;     ///< pixel values as loaded, and in the tower's type if its patch embedding is trained
  N blocks = 0.0;     ///< saved tensors of all blocks
  N at_work = 0.0;    ///< active block in the backward pass: recomputed tensors and gradients
  N projector = 0.0;  ///< saved tensors of all projectors
  N features = 0.0;   ///< visual tokens in the language model's width
};
/// Precondition: the model has a vision tower. All terms are 0 on pipeline stages without the embedding.
template <class N>
VisionTermsIn<N> vision_terms(const Plan& plan, const Parallelism& parallel);

}  // namespace zp
