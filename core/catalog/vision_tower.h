// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/catalog/architecture.h"
#include "core/catalog/shape_field.h"
#include "core/catalog/tensors.h"
#include "core/text/words.h"

namespace zp {

/// Rule that divides an image into patches and visual tokens (core/catalog/visual_tokens.h).
enum class TokenRule : std::uint8_t {
  resize,        ///< sides rounded to whole tokens, pixels kept between two limits (Qwen, Kimi-VL)
  frame_budget,  ///< the same, but with limits for all frames together (GLM-4.5V, Qwen3-VL's videos)
  longest_side,  ///< the longer side is limited, and a further token ends each row (Pixtral)
  tiles,         ///< a grid of tiles, plus the whole image if there are several tiles (InternVL, Llama 4)
  fixed,         ///< every image is scaled to one size (LLaVA-1.5, Gemma 3)
  padded_tiles,  ///< as many tiles as an image can have at most, padded with empty tiles (Llama 3.2)
  scaled_tiles,  ///< an image is scaled until its longer side fills a row of tiles (SmolVLM, Idefics3)
};
template <>
inline constexpr auto words_of<TokenRule> = word_list("resize", "frame_budget", "longest_side", "tiles",
                                                      "fixed", "padded_tiles", "scaled_tiles");

/// The shape of a vision tower (a transformer over the patches of an image) and of the projector that maps
/// its outputs to the width of the language model. Field names are those of the plan file (`model.vision`);
/// sizes are numbers of elements. `layers` is 0 if the model has no tower.
struct VisionTower {
  std::int64_t layers = 0;
  std::int64_t hidden_size = 0;
  std::int64_t attention_heads = 0;
  std::int64_t intermediate_size = 0;
  std::int64_t patch_size = 0;           ///< pixels along one side of a patch
  std::int64_t temporal_patch_size = 1;  ///< frames that one patch covers
  std::int64_t merge_size = 1;           ///< patches along one side of a visual token
  std::int64_t learned_positions = 0;    ///< rows of a learned position table
  Norm norm = Norm::layernorm;
  bool gated_mlp = false;
  bool fused_qkv = true;  ///< one matrix computes queries, keys and values
  bool rotary = false;    ///< queries and keys are rotated
  bool qk_norm = false;   ///< norms over all heads' queries and keys
  bool layer_scale = false;
  bool qkv_bias = true;
  bool attention_output_bias = true;
  bool mlp_bias = true;
  bool patch_bias = true;
  std::int64_t window_size = 0;         ///< patches along one side of an attention window; 0 = none
  std::int64_t full_layers = 0;         ///< with windows: layers that attend to the whole image
  std::int64_t kept_layer_outputs = 0;  ///< blocks whose outputs the projector reads, without the last
  std::int64_t other_parameters = 0;    ///< class token, norms around the blocks, tile positions

  std::int64_t projector_input_size = 0;   ///< columns of the projector's first matrix
  std::int64_t projector_hidden_size = 0;  ///< its rows if a second matrix follows; 0 = one matrix
  std::int64_t projector_output_size = 0;  ///< width of the language model
  std::int64_t projectors = 1;             ///< more than one with deepstack features
  bool projector_bias = true;
  std::int64_t projector_other_parameters = 0;  ///< norms and further matrices of all projectors

  TokenRule token_rule = TokenRule::resize;
  std::int64_t min_pixels = 0, max_pixels = 0;  ///< limits of one image
  std::int64_t max_video_pixels = 0;            ///< limit of all frames of a video together; 0 = none
  std::int64_t tile_size = 0;                   ///< pixels along one side of a tile, or of the fixed size
  std::int64_t tile_tokens = 0;                 ///< visual tokens of a tile
  std::int64_t max_tiles = 1;

  [[nodiscard]] constexpr bool is_present() const { return layers > 0; }
  bool operator==(const VisionTower&) const = default;
};

/// One feature of a vision tower, like ShapeField for an architecture.
using VisionField = FieldOf<VisionTower>;
/// Returns the keys of model.vision in writing order.
std::span<const VisionField> vision_fields();
const VisionField* find_vision_field(std::string_view key);

/// Computes the sizes that are 0 and follow from others: the projector's input.
void complete(VisionTower& tower);

/// Returns true for tensors of the tower or its projector.
constexpr bool is_of_tower(TensorRole role) {
  return role >= TensorRole::vision_patch && role <= TensorRole::vision_vector;
}
constexpr bool is_of_projector(TensorRole role) {
  return role == TensorRole::projector_matrix || role == TensorRole::projector_vector;
}

/// Adds the tensors of tower and projector to those of a language model. Counts were checked against the
/// modeling files of each family and the published totals (tests/data/vision-models.csv).
void add_vision_tensors(TensorList& list, const VisionTower& tower);

/// Parameters of a tower and of its projector.
struct VisionParameters {
  Params tower, projector;
  [[nodiscard]] Params total() const { return tower + projector; }
};
VisionParameters parameters_of(const VisionTower& tower);

}  // namespace zp
