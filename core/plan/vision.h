// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/text/words.h"

/// Treatment of a model's vision tower by a run, and the images that it reads. Nothing of it acts without a
/// tower.
namespace zp {

/// Treatment of one of a model's parts. Automatic: trained, or frozen where adapters are trained instead.
enum class PartTraining : std::uint8_t { automatic, trained, frozen };
template <>
inline constexpr auto words_of<PartTraining> = word_list("auto", "trained", "frozen");

/// Recording of a frozen tower by autograd. `hooked`: autograd records it where activations are checkpointed,
/// because the input of the tower is then made to require gradients as that of the language model is
/// (transformers 5 modeling_utils.py, enable_input_require_grads). Automatic: only a trained tower.
enum class TowerGraph : std::uint8_t { automatic, recorded, hooked };
template <>
inline constexpr auto words_of<TowerGraph> = word_list("auto", "recorded", "hooked");

/// Checkpointing of the tower's blocks. Automatic: as activation_checkpointing of the language model.
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
  double images_per_sequence = 1;       ///< images, or videos, of one sequence; a mean
  std::int64_t image_tokens = 0;        ///< visual tokens of one of them; 0 = by the model's own rule
  std::int64_t image_pixels = 1 << 20;  ///< pixels of one image, or of one frame of a video
  double image_aspect = 1;              ///< its width over its height
  std::int64_t video_frames = 0;        ///< frames of one video; 0 = images
  bool operator==(const VisionSettings&) const = default;
};

}  // namespace zp
