// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/edits.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/plan/implied_hardware.h"
#include "core/plan/method_program.h"

namespace zp::edits {
namespace {

/// MLP widths are rounded to a multiple of this: published models whose ratio to the hidden size is not whole
/// mostly use such multiples.
constexpr std::int64_t width_step = 128;

/// Returns `width` scaled from the hidden size `from` to `to`.
std::int64_t scaled_width(std::int64_t width, std::int64_t from, std::int64_t to) {
  if (width <= 0 || from <= 0) return width;
  if (width % from == 0) return width / from * to;
  const double exact = static_cast<double>(width) * static_cast<double>(to) / static_cast<double>(from);
  return width_step * std::max<std::int64_t>(1, std::llround(exact / static_cast<double>(width_step)));
}

/// Returns the number of key-value heads with `group` query heads each; if it does not divide `heads`, the
/// next smaller one that does.
std::int64_t key_value_heads(std::int64_t heads, std::int64_t group) {
  std::int64_t count = std::max<std::int64_t>(1, heads / std::max<std::int64_t>(1, group));
  while (heads % count != 0)
    --count;
  return count;
}

void scale_heads(Architecture& shape, std::int64_t from, std::int64_t to) {
  if (shape.attention_heads <= 0 || from <= 0) return;
  std::int64_t heads = shape.attention_heads;
  if (shape.head_dim == 0 || shape.head_dim * heads == from) {
    if (shape.head_dim == 0 || to % shape.head_dim != 0) {
      shape.head_dim = to % heads == 0 ? to / heads : 0;
      return;
    }
    heads = to / shape.head_dim;
  } else {
    heads = std::max<std::int64_t>(
        1, std::llround(static_cast<double>(heads) * static_cast<double>(to) / static_cast<double>(from)));
  }
  const std::int64_t group = shape.kv_heads > 0 && shape.attention_heads % shape.kv_heads == 0
                                 ? shape.attention_heads / shape.kv_heads
                                 : 1;
  shape.attention_heads = heads;
  shape.kv_heads = key_value_heads(heads, group);
}

Link Cluster::*member_of(LinkPlace place) {
  switch (place) {
    case LinkPlace::intra_node:
      return &Cluster::intra_node;
    case LinkPlace::inter_node:
      return &Cluster::inter_node;
    case LinkPlace::host:
      break;
  }
  return &Cluster::host_link;
}

constexpr std::array link_places = {LinkPlace::intra_node, LinkPlace::inter_node, LinkPlace::host};

/// Returns a model of that shape with the tower of `model`.
Model with_shape(const Model& model, const Architecture& shape) {
  Model changed = model_from_architecture(shape);
  changed.vision = model.vision;
  return changed;
}

/// Returns the number of encoder layers for a model of `layers` layers: the same share as now, with at least
/// one layer in each stack.
std::int64_t scaled_encoder(const Architecture& shape, std::int64_t layers) {
  if (!shape.has_cross_attention()) return shape.has_encoder() ? layers : 0;
  const double share = static_cast<double>(shape.encoder_layers) / static_cast<double>(shape.layers);
  const std::int64_t scaled = std::llround(share * static_cast<double>(layers));
  return std::clamp<std::int64_t>(scaled, 1, std::max<std::int64_t>(1, layers - 1));
}

}  // namespace

Plan set_model_preset(Plan plan, const SharedModelPreset& preset) {
  plan.model = model_from_preset(preset);
  const std::int64_t longest = plan.model.architecture.max_position_embeddings;
  if (longest > 0) plan.training.sequence_length = std::min(plan.training.sequence_length, longest);
  return plan;
}

Plan set_parameters(Plan plan, std::int64_t parameters) {
  plan.model = model_from_parameters(Params(parameters));
  return plan;
}

Plan make_custom_shape(Plan plan) {
  plan.model = with_shape(plan.model, plan.model.architecture);
  return plan;
}

Plan set_layers(Plan plan, std::int64_t layers) {
  Architecture shape = plan.model.architecture;
  if (shape.layers == layers) return plan;
  shape.encoder_layers = scaled_encoder(shape, layers);
  shape.layers = layers;
  shape.dense_layers = std::min(shape.dense_layers, layers);
  plan.model = with_shape(plan.model, shape);
  return plan;
}

Plan set_hidden_size(Plan plan, std::int64_t hidden_size) {
  Architecture shape = plan.model.architecture;
  const std::int64_t from = shape.hidden_size;
  if (from == hidden_size) return plan;
  shape.hidden_size = hidden_size;
  for (auto width : {&Architecture::intermediate_size, &Architecture::expert_intermediate_size,
                     &Architecture::shared_expert_intermediate_size, &Architecture::dense_intermediate_size})
    shape.*width = scaled_width(shape.*width, from, hidden_size);
  scale_heads(shape, from, hidden_size);
  plan.model = with_shape(plan.model, shape);
  return plan;
}

Plan set_gpu_preset(Plan plan, const SharedGpuPreset& preset) {
  Cluster& cluster = plan.cluster;
  if (!preset) {
    cluster.gpu.preset = {};
    return plan;
  }
  const ImpliedHardware implied(cluster);
  cluster.gpu = gpu_from_preset(preset);
  implied.follow(cluster);
  return plan;
}

Plan set_gpus_per_node(Plan plan, int gpus_per_node) {
  Cluster& cluster = plan.cluster;
  const ImpliedHardware implied(cluster);
  const int before = cluster.gpus_per_node;
  cluster.gpus_per_node = gpus_per_node;
  implied.follow(cluster);
  for (const LinkPlace place : link_places) {
    Link& link = cluster.*member_of(place);
    if (link.preset && link == link_from_preset(link.preset, before))
      link = link_from_preset(link.preset, gpus_per_node);
  }
  return plan;
}

Plan set_link_preset(Plan plan, LinkPlace place, const SharedLinkPreset& preset) {
  plan.cluster.*member_of(place) =
      preset ? link_from_preset(preset, plan.cluster.gpus_per_node) : implied_link(plan.cluster, place);
  return plan;
}

Plan set_link_speed(Plan plan, LinkPlace place, double gb_per_s) {
  (plan.cluster.*member_of(place)).gb_per_s = gb_per_s;
  return plan;
}

const Link& link_of(const Cluster& cluster, LinkPlace place) { return cluster.*member_of(place); }

Link implied_link(const Cluster& cluster, LinkPlace place) {
  switch (place) {
    case LinkPlace::intra_node:
      return default_intra_node(cluster);
    case LinkPlace::inter_node:
      return default_inter_node();
    case LinkPlace::host:
      break;
  }
  return default_host_link(cluster);
}

Plan set_deepspeed_version(Plan plan, DeepSpeedVersion version) {
  const bool before = pins_by_default(plan.target.deepspeed_version);
  const bool after = pins_by_default(version);
  plan.target.deepspeed_version = version;
  for (bool* pins : {&plan.zero.offload_optimizer.pin_memory, &plan.zero.offload_param.pin_memory})
    if (*pins == before) *pins = after;
  return plan;
}

Plan set_program(Plan plan, Program program) {
  MethodSettings& method = plan.training.method;
  const MethodProgram &before = method_program(plan.training.program), &after = method_program(program);
  plan.training.program = program;
  if (method.engine_share == before.engine_share) method.engine_share = after.engine_share;
  if (method.engine_ranks == before.engine_ranks) method.engine_ranks = after.engine_ranks;
  if (method.engine_sleeps == before.engine_sleeps) method.engine_sleeps = after.engine_sleeps;
  if (method.rests_on_host == before.rests_on_host) method.rests_on_host = after.rests_on_host;
  return plan;
}

}  // namespace zp::edits
