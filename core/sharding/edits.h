// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/plan/plan.h"

/// Changes to a plan that are more than one field, for controls and remedies: a plan goes in, the changed
/// plan comes out. Each function states its rule. None checks the result, because check() does: an illegal
/// value is kept.
namespace zp::edits {

/// Sets a model of the catalog. The sequence length stays, unless it exceeds what the model was made for:
/// then it becomes the model's maximum.
Plan set_model_preset(Plan plan, const SharedModelPreset& preset);

/// Sets a bare parameter count with the catalog's typical shape.
Plan set_parameters(Plan plan, std::int64_t parameters);

/// Turns the model into a custom shape, equal to the shape in effect now.
Plan make_custom_shape(Plan plan);

/// Sets the number of blocks and leaves each block as it is. A mixture of experts keeps at most that many
/// leading dense layers.
Plan set_layers(Plan plan, std::int64_t layers);

/// Makes the model wider or narrower with the same build. The head dimension stays (128 mostly), so the
/// number of heads follows the width. Query heads per key-value head stay, as far as the heads divide. The
/// widths of the MLP keep their ratio to the hidden size, exactly if it is whole, else to the nearest
/// multiple of 128. If the head dimension does not divide the new hidden size, the heads stay and the head
/// dimension follows; if the heads do not divide it either, the head dimension is 0, which check() refuses
/// in words.
Plan set_hidden_size(Plan plan, std::int64_t hidden_size);

/// Sets a GPU of the catalog with its memory and speed. Links and host figures that nobody chose (they equal
/// what the previous GPU implies) become what the new GPU implies. An empty preset keeps the numbers and
/// drops the name.
Plan set_gpu_preset(Plan plan, const SharedGpuPreset& preset);

/// Sets the number of GPUs in a node. A link whose figure the node's GPUs share is divided anew, and host
/// figures that nobody chose become those of a node with so many GPUs.
Plan set_gpus_per_node(Plan plan, int gpus_per_node);

enum class LinkPlace : std::uint8_t { intra_node, inter_node, host };
/// Sets a link of the catalog, or for an empty preset the link that the GPU implies.
Plan set_link_preset(Plan plan, LinkPlace place, const SharedLinkPreset& preset);
/// Sets a link by its figure alone, in GB/s per GPU in one direction.
Plan set_link_speed(Plan plan, LinkPlace place, double gb_per_s);
/// Returns the link in that place.
const Link& link_of(const Cluster& cluster, LinkPlace place);
/// Returns the link that the place has when nobody chose one.
Link implied_link(const Cluster& cluster, LinkPlace place);

/// Sets the release of DeepSpeed that the export is for. Pinned memory follows that release's default if
/// nobody chose it.
Plan set_deepspeed_version(Plan plan, DeepSpeedVersion version);

/// Sets the program that trains by the method. Settings of its engine that nobody chose follow the
/// program's defaults.
Plan set_program(Plan plan, Program program);

}  // namespace zp::edits
