// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/vision.h"

#include "core/catalog/visual_tokens.h"
#include "core/sharding/roles.h"

namespace zp {
namespace {

VisualSize size_of_image(const Plan& plan) {
  const VisionSettings& vision = plan.training.vision;
  const auto frames = static_cast<double>(vision.video_frames);
  if (vision.image_tokens > 0)
    return visual_size_of_tokens(plan.model.vision, static_cast<double>(vision.image_tokens), frames);
  return visual_size(plan.model.vision,
                     {static_cast<double>(vision.image_pixels), vision.image_aspect, frames});
}

}  // namespace

bool trains_tower(const Training& training) {
  if (training.vision.tower == PartTraining::automatic) return !training.has_adapters();
  return training.vision.tower == PartTraining::trained;
}

bool trains_projector(const Training& training) {
  if (training.vision.projector == PartTraining::automatic) return trains_tower(training);
  return training.vision.projector == PartTraining::trained;
}

bool trains_language_model(const Training& training) {
  return training.vision.language_model != PartTraining::frozen;
}

bool records_tower(const Training& training) {
  if (trains_tower(training)) return true;
  const bool checkpoints = training.activation_checkpointing != Checkpointing::none;
  return training.vision.graph == TowerGraph::recorded ||
         (training.vision.graph == TowerGraph::hooked && checkpoints);
}

bool checkpoints_tower(const Training& training) {
  if (training.vision.checkpointing == TowerCheckpointing::automatic)
    return training.activation_checkpointing == Checkpointing::full;
  return training.vision.checkpointing == TowerCheckpointing::full;
}

void mark_trained(std::span<TensorKind> kinds, const Plan& plan) {
  const bool tower = trains_tower(plan.training), projector = trains_projector(plan.training);
  const bool language_model = trains_language_model(plan.training);
  for (TensorKind& kind : kinds)
    kind.trainable = is_of_tower(kind.role) ? tower : is_of_projector(kind.role) ? projector : language_model;
}

VisualWork visual_work(const Plan& plan) {
  const VisualSize size = size_of_image(plan);
  const double images =
      plan.training.vision.images_per_sequence * static_cast<double>(sequences_at_once(plan.training));
  return {size.patches * images, size.tokens * images, size.projected * images, size.segment};
}

double visual_tokens_of_sequence(const Plan& plan) {
  return size_of_image(plan).tokens * plan.training.vision.images_per_sequence;
}

}  // namespace zp
