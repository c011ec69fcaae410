// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/text/words.h"

/// How a run treats a model's vision tower, and the images that it reads. Without a tower, nothing of this
/// has an effect.
namespace zp {

/// States whether a part of the model is trained. Automatic: trained, or frozen if adapters are trained
/// instead.
enum class PartTraining : std::uint8_t { automatic, trained, frozen };
template <>
inline constexpr auto words_of<PartTraining> = word_list("auto", "trained", "frozen");

/// States whether autograd records a frozen tower. `hooked`: it does if activations are checkpointed, because
/// the tower's input is then made to require gradients like the language model's (transformers 5
/// modeling_utils.py, enable_input_require_grads). Automatic: only a trained tower is recorded.
enum class TowerGraph : std::uint8_t { automatic, recorded, hooked };
template <>
inline constexpr auto words_of<TowerGraph> = word_list("auto", "recorded", "hooked");

/// Checkpointing of the tower's blocks. Automatic: like the language model's activation_checkpointing.
enum class TowerCheckpointing : std::uint8_t { automatic, none, full };
template <>
inline constexpr auto words_of<TowerCheckpointing> = word_list("auto", "none", "full");

/// The keys of training.vision.
struct VisionSettings {
  PartTraining tower = PartTraining::automatic;
  PartTraining projector = PartTraining::automatic;
  PartTraining language_model = PartTraining::automatic;
  TowerGraph graph = TowerGraph::automatic;
  TowerCheckpointing checkpointing = TowerCheckpointing::automatic;
  double images_per_sequence = 1;       ///< mean number of images, or videos, per sequence
  std::int64_t image_tokens = 0;        ///< visual tokens per image or video; 0 = by the model's own rule
  std::int64_t image_pixels = 1 << 20;  ///< pixels per image, or per video frame
  double image_aspect = 1;              ///< width divided by height
  std::int64_t video_frames = 0;        ///< frames per video; 0 = images
  bool operator==(const VisionSettings&) const = default;
};

}  // namespace zp
