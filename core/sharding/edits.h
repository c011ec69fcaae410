// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/plan/plan.h"

/// Changes to a plan that affect more than one field, for controls and remedies. Each takes a plan and
/// returns the changed plan; its comment states the rule. None validates the result, because check() does: an
/// invalid value is stored unchanged.
namespace zp::edits {

/// Sets a model of the catalog. The sequence length stays, but is reduced to the model's maximum.
Plan set_model_preset(Plan plan, const SharedModelPreset& preset);

/// Sets a bare parameter count with the catalog's typical shape.
Plan set_parameters(Plan plan, std::int64_t parameters);

/// Turns the model into a custom shape with the present shape's values.
Plan make_custom_shape(Plan plan);

/// Sets the number of blocks without changing a block. The number of leading dense layers of a mixture of
/// experts is reduced to it if necessary.
Plan set_layers(Plan plan, std::int64_t layers);

/// Changes the model's width and keeps its proportions. The head dimension stays (usually 128), so the number
/// of heads changes with the width. Query heads per key-value head stay, as far as the heads divide. MLP
/// widths keep their ratio to the hidden size, exactly if it is whole, else rounded to the nearest multiple
/// of 128. If the head dimension does not divide the new hidden size, the heads stay and the head dimension
/// changes; if the heads do not divide it either, the head dimension becomes 0, which check() reports.
Plan set_hidden_size(Plan plan, std::int64_t hidden_size);

/// Sets a GPU of the catalog with its memory and speed. Links and host figures that the user did not set
/// (they equal the previous GPU's defaults) become the new GPU's defaults. An empty preset keeps the numbers
/// and removes the name.
Plan set_gpu_preset(Plan plan, const SharedGpuPreset& preset);

/// Sets the number of GPUs per node. A link whose bandwidth a node's GPUs share is divided anew, and host
/// figures that the user did not set become the defaults for this number.
Plan set_gpus_per_node(Plan plan, int gpus_per_node);

enum class LinkPlace : std::uint8_t { intra_node, inter_node, host };
/// Sets a link of the catalog; an empty preset sets the GPU's default link.
Plan set_link_preset(Plan plan, LinkPlace place, const SharedLinkPreset& preset);
/// Sets a link by its bandwidth alone, in GB/s per GPU and direction.
Plan set_link_speed(Plan plan, LinkPlace place, double gb_per_s);
/// Returns the link in that place.
const Link& link_of(const Cluster& cluster, LinkPlace place);
/// Returns the default link of that place.
Link implied_link(const Cluster& cluster, LinkPlace place);

/// Sets the DeepSpeed release to export for. Pinned memory changes to that release's default unless the user
/// set it.
Plan set_deepspeed_version(Plan plan, DeepSpeedVersion version);

/// Sets the program that trains with the method. Engine settings that the user did not set become the
/// program's defaults.
Plan set_program(Plan plan, Program program);

}  // namespace zp::edits
