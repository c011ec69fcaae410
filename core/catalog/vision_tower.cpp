// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/vision_tower.h"

#include <algorithm>
#include <array>

namespace zp {
namespace {

constexpr auto tower_fields = std::to_array<VisionField>({
    {.key = "layers",
     .count = &VisionTower::layers,
     .range = {0, 100'000},
     .is_required = true,
     .is_always_written = true,
     .meaning = "Blocks of the vision tower; 0 = the model has none."},
    {.key = "hidden_size",
     .count = &VisionTower::hidden_size,
     .range = {1, 1e6},
     .is_required = true,
     .is_always_written = true,
     .meaning = "Width of the tower."},
    {.key = "attention_heads",
     .count = &VisionTower::attention_heads,
     .range = {1, 1e5},
     .is_required = true,
     .is_always_written = true,
     .meaning = "Attention heads of one of the tower's blocks."},
    {.key = "intermediate_size",
     .count = &VisionTower::intermediate_size,
     .range = {1, 1e7},
     .is_required = true,
     .is_always_written = true,
     .meaning = "Width of the tower's MLP."},
    {.key = "patch_size",
     .count = &VisionTower::patch_size,
     .range = {1, 1024},
     .is_required = true,
     .is_always_written = true,
     .meaning = "Pixels along one side of a patch."},
    {.key = "temporal_patch_size",
     .count = &VisionTower::temporal_patch_size,
     .range = {1, 64},
     .meaning = "Frames that one patch covers; an image is doubled to fill it."},
    {.key = "merge_size",
     .count = &VisionTower::merge_size,
     .range = {1, 64},
     .other_name = "spatial_merge_size",
     .meaning = "Patches along one side of a visual token: 2 makes one token of four patches."},
    {.key = "learned_positions",
     .count = &VisionTower::learned_positions,
     .meaning = "Rows of the tower's learned position table."},
    {.key = "norm",
     .word = word_field<VisionTower, &VisionTower::norm>(),
     .meaning = "Kind of normalisation in the tower."},
    {.key = "gated_mlp", .flag = &VisionTower::gated_mlp, .meaning = "Three MLP matrices rather than two."},
    {.key = "fused_qkv",
     .flag = &VisionTower::fused_qkv,
     .meaning = "Queries, keys and values come from one matrix, whose whole output lives as long as one of "
                "them."},
    {.key = "rotary", .flag = &VisionTower::rotary, .meaning = "Queries and keys are rotated."},
    {.key = "qk_norm",
     .flag = &VisionTower::qk_norm,
     .meaning = "Normalisation of queries and keys over all heads."},
    {.key = "layer_scale",
     .flag = &VisionTower::layer_scale,
     .meaning = "A learned factor after attention and MLP, as in InternViT."},
    {.key = "qkv_bias", .flag = &VisionTower::qkv_bias, .meaning = "Biases on query, key and value."},
    {.key = "attention_output_bias",
     .flag = &VisionTower::attention_output_bias,
     .meaning = "A bias on the attention's output."},
    {.key = "mlp_bias", .flag = &VisionTower::mlp_bias, .meaning = "Biases in the MLP."},
    {.key = "patch_bias", .flag = &VisionTower::patch_bias, .meaning = "A bias on the patch embedding."},
    {.key = "window_size",
     .count = &VisionTower::window_size,
     .range = {0, 4096},
     .meaning = "Patches along one side of an attention window; 0 = every block attends to the whole image "
                "or frame."},
    {.key = "full_layers",
     .count = &VisionTower::full_layers,
     .range = {0, 100'000},
     .meaning = "With windows, the blocks that still attend to the whole image."},
    {.key = "kept_layer_outputs",
     .count = &VisionTower::kept_layer_outputs,
     .range = {0, 100'000},
     .meaning = "Block outputs that the projector reads in addition to the last one."},
    {.key = "other_parameters",
     .count = &VisionTower::other_parameters,
     .range = {0, 1e12},
     .meaning = "Further weights of the tower: class token, norms around the blocks, tile positions."},
    {.key = "projector_input_size",
     .count = &VisionTower::projector_input_size,
     .default_text = "hidden_size × merge_size²",
     .meaning = "Inputs of the projector's first matrix for one visual token."},
    {.key = "projector_hidden_size",
     .count = &VisionTower::projector_hidden_size,
     .meaning = "Outputs of the projector's first matrix, if a second one follows; 0 = one matrix."},
    {.key = "projector_output_size",
     .count = &VisionTower::projector_output_size,
     .default_text = "hidden_size of the language model",
     .meaning = "Outputs of the projector: the width of the language model."},
    {.key = "projectors",
     .count = &VisionTower::projectors,
     .range = {0, 1000},
     .meaning = "Number of equal projectors: one, and one more for each deepstack feature."},
    {.key = "projector_bias", .flag = &VisionTower::projector_bias, .meaning = "Biases in the projector."},
    {.key = "projector_other_parameters",
     .count = &VisionTower::projector_other_parameters,
     .range = {0, 1e12},
     .meaning = "Further weights of all projectors: norms, a merging matrix, a resampler."},
    {.key = "token_rule",
     .word = word_field<VisionTower, &VisionTower::token_rule>(),
     .meaning =
         "How an image becomes visual tokens: sides rounded to whole tokens between two limits "
         "(resize; frame_budget counts the limits over all frames), the longer side limited "
         "(longest_side), a grid of tiles (tiles; padded_tiles always the largest; scaled_tiles scales "
         "the image to fill the grid), or one size (fixed)."},
    {.key = "min_pixels",
     .count = &VisionTower::min_pixels,
     .range = {0, 1e12},
     .meaning = "An image with fewer pixels is enlarged."},
    {.key = "max_pixels",
     .count = &VisionTower::max_pixels,
     .range = {0, 1e12},
     .meaning = "An image with more pixels is scaled down; 0 = no limit."},
    {.key = "max_video_pixels",
     .count = &VisionTower::max_video_pixels,
     .range = {0, 1e12},
     .meaning = "Limit of the pixels of all frames of a video together; 0 = max_pixels for each frame."},
    {.key = "tile_size",
     .count = &VisionTower::tile_size,
     .range = {0, 1e6},
     .meaning = "Pixels along one side of a tile, of the fixed size, or of the longer side."},
    {.key = "tile_tokens",
     .count = &VisionTower::tile_tokens,
     .meaning = "Visual tokens of one tile in the text sequence."},
    {.key = "max_tiles",
     .count = &VisionTower::max_tiles,
     .range = {1, 1e5},
     .meaning = "Most tiles of one image, without the one of the whole image."},
});

}  // namespace

std::span<const VisionField> vision_fields() { return tower_fields; }

const VisionField* find_vision_field(std::string_view key) {
  const auto found = std::ranges::find(tower_fields, key, &VisionField::key);
  return found == tower_fields.end() ? nullptr : &*found;
}

void complete(VisionTower& tower) {
  if (tower.is_present() && tower.projector_input_size == 0)
    tower.projector_input_size = tower.hidden_size * tower.merge_size * tower.merge_size;
}

namespace {

/// Adds the vectors of all blocks: norms, biases, factors.
void add_block_vectors(TensorList& list, const VisionTower& t) {
  using enum TensorRole;
  const std::int64_t h = t.hidden_size, n = t.layers;
  list.add(vision_vector, h, 1, 2 * n * (t.norm == Norm::layernorm ? 2 : 1));
  if (t.qkv_bias) list.add(vision_vector, t.fused_qkv ? 3 * h : h, 1, t.fused_qkv ? n : 3 * n);
  if (t.attention_output_bias) list.add(vision_vector, h, 1, n);
  if (t.mlp_bias) {
    list.add(vision_vector, t.intermediate_size, 1, t.gated_mlp ? 2 * n : n);
    list.add(vision_vector, h, 1, n);
  }
  if (t.qk_norm) list.add(vision_vector, h, 1, 2 * n);
  if (t.layer_scale) list.add(vision_vector, h, 1, 2 * n);
}

void add_projector(TensorList& list, const VisionTower& t) {
  using enum TensorRole;
  const std::int64_t n = t.projectors, in = t.projector_input_size, out = t.projector_output_size;
  const std::int64_t inner = t.projector_hidden_size;
  list.add(projector_matrix, inner > 0 ? inner : out, in, n);
  if (inner > 0) list.add(projector_matrix, out, inner, n);
  if (t.projector_bias) {
    list.add(projector_vector, inner, 1, n);
    list.add(projector_vector, out, 1, n);
  }
  list.add(projector_vector, t.projector_other_parameters, 1, 1);
}

}  // namespace

void add_vision_tensors(TensorList& list, const VisionTower& t) {
  using enum TensorRole;
  if (!t.is_present()) return;
  const std::int64_t h = t.hidden_size, n = t.layers;
  constexpr std::int64_t colours = 3;
  list.add(vision_patch, h,
           size_product(size_product(colours * t.temporal_patch_size, t.patch_size), t.patch_size), 1);
  if (t.patch_bias) list.add(vision_vector, h, 1, 1);
  list.add(vision_table, t.learned_positions, h, 1);
  list.add(vision_matrix, t.fused_qkv ? 3 * h : h, h, t.fused_qkv ? n : 3 * n);
  list.add(vision_matrix, h, h, n);
  list.add(vision_matrix, t.intermediate_size, h, t.gated_mlp ? 2 * n : n);
  list.add(vision_matrix, h, t.intermediate_size, n);
  add_block_vectors(list, t);
  list.add(vision_vector, t.other_parameters, 1, 1);
  add_projector(list, t);
}

VisionParameters parameters_of(const VisionTower& tower) {
  TensorList list;
  add_vision_tensors(list, tower);
  std::int64_t in_tower = 0, in_projector = 0;
  for (const TensorKind& kind : list.kinds())
    (is_of_projector(kind.role) ? in_projector : in_tower) += kind.total();
  return {Params(in_tower), Params(in_projector)};
}

}  // namespace zp
