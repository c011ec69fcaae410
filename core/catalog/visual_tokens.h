// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/vision_tower.h"

namespace zp {

/// An image or a video before its preprocessing for the model.
struct ImageSize {
  double pixels = 0;  ///< of one frame
  double aspect = 1;  ///< width over height
  double frames = 0;  ///< 0 = an image
};

/// Rows and tokens that a tower produces for one image or video.
struct VisualSize {
  double patches = 0;    ///< rows in the tower's blocks
  double tokens = 0;     ///< visual tokens in the text sequence
  double projected = 0;  ///< rows of the projector; more than `tokens` for cross-attention
  double segment = 0;    ///< patches that attend to each other: those of one frame or tile
};

/// Returns the size under the tower's own rule. Sources: transformers
/// models/qwen2_vl/image_processing_qwen2_vl.py, smart_resize; models/glm4v/image_processing_glm4v.py;
/// models/pixtral/processing_pixtral.py; models/llama4/processing_llama4.py;
/// models/mllama/modeling_mllama.py; models/idefics3/image_processing_idefics3.py, split_image;
/// OpenGVLab/InternVL internvl/train/dataset.py, dynamic_preprocess.
VisualSize visual_size(const VisionTower& tower, const ImageSize& image);

/// Returns the size of an image with that many visual tokens, for any number of pixels.
VisualSize visual_size_of_tokens(const VisionTower& tower, double tokens, double frames);

}  // namespace zp
