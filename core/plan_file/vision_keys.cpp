// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/plan_file/key_rows.h"

namespace zp::plan_io {
namespace {

constexpr std::string_view of_images =
    "vision.pixels, vision.saved_blocks, vision.live_block, vision.projector, vision.features";

constexpr auto vision_rows = std::to_array<KeyRow>({
    key<&Plan::training, &Training::vision, &VisionSettings::tower>(
        {.path = "training.vision.tower",
         .meaning =
             "Whether the vision tower is trained; auto: trained, or frozen where adapters are trained "
             "instead."}),
    key<&Plan::training, &Training::vision, &VisionSettings::projector>(
        {.path = "training.vision.projector",
         .meaning = "Whether the projector (merger, aligner, connector) is trained; auto: as the tower."}),
    key<&Plan::training, &Training::vision, &VisionSettings::language_model>(
        {.path = "training.vision.language_model",
         .meaning = "Whether the language model behind a vision tower is trained; auto: trained, or frozen "
                    "below adapters."}),
    key<&Plan::training, &Training::vision, &VisionSettings::graph>(
        {.path = "training.vision.graph",
         .decides = "vision.saved_blocks, vision.live_block",
         .meaning =
             "Whether autograd records a frozen tower, which then keeps activations and runs backward: "
             "hooked: where activations are checkpointed, because its input is made to require "
             "gradients (transformers 5, ms-swift); auto: only a trained tower is recorded."}),
    key<&Plan::training, &Training::vision, &VisionSettings::checkpointing>(
        {.path = "training.vision.checkpointing",
         .decides = "vision.saved_blocks, vision.live_block",
         .meaning = "Whether the tower's blocks keep only their input; auto: as activation_checkpointing."}),
    key<&Plan::training, &Training::vision, &VisionSettings::images_per_sequence>(
        {.path = "training.images_per_sequence",
         .type = "number",
         .range = {0, 100'000},
         .decides = of_images,
         .meaning = "Images, or videos, in one sequence, as a mean; their visual tokens are part of "
                    "sequence_length. Acts with a vision tower."}),
    key<&Plan::training, &Training::vision, &VisionSettings::image_tokens>(
        {.path = "training.image_tokens",
         .type = "tokens",
         .range = {0, 1 << 30},
         .decides = of_images,
         .meaning =
             "Visual tokens of one image or video; 0 = as the model's own rule makes them of its size."}),
    key<&Plan::training, &Training::vision, &VisionSettings::image_pixels>(
        {.path = "training.image_pixels",
         .range = {1, 1e12},
         .decides = of_images,
         .meaning =
             "Pixels of one image, or of one frame of a video, before the model's rule: width × height."}),
    key<&Plan::training, &Training::vision, &VisionSettings::image_aspect>(
        {.path = "training.image_aspect",
         .type = "number",
         .range = {0.001, 1000},
         .decides = of_images,
         .meaning = "Width of an image divided by its height, which decides its grid of tiles."}),
    key<&Plan::training, &Training::vision, &VisionSettings::video_frames>(
        {.path = "training.video_frames",
         .range = {0, 1'000'000},
         .decides = of_images,
         .meaning = "Frames of one video; 0 = images."}),
});

}  // namespace

std::span<const KeyRow> vision_keys() { return vision_rows; }

}  // namespace zp::plan_io
