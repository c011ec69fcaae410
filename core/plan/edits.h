// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/plan/plan.h"

/// Changes to a plan that are more than one field, for controls and remedies: a plan goes in, the changed
/// plan comes out. Each function states its rule; none checks the result, because check() does, and an
/// illegal value is kept.
namespace zp::edits {

/// A model of the catalog. The sequence length stays, unless the model was made for shorter ones: then it is
/// the model's maximum.
Plan set_model_preset(Plan plan, int preset);

/// A bare parameter count with the catalog's typical shape.
Plan set_parameters(Plan plan, std::int64_t parameters);

/// The model becomes a shape of its own: the one in effect now.
Plan make_custom_shape(Plan plan);

/// As many blocks, each as it was. Leading dense layers of a mixture of experts are at most that many.
Plan set_layers(Plan plan, std::int64_t layers);

/// A wider or narrower model of the same build: the head dimension stays (128 mostly), so the number of heads
/// follows the width; query heads per key-value head stay, as far as the heads divide; the widths of the MLP
/// keep their ratio to the hidden size, exactly where it is whole, else to the nearest multiple of 128. Where
/// the head dimension does not divide the new hidden size the heads stay and the head dimension follows;
/// where they do not divide it either it is 0, which check() refuses in words.
Plan set_hidden_size(Plan plan, std::int64_t hidden_size);

/// A GPU of the catalog with its memory and speed. Links and figures of the host that nobody chose (those
/// that were what the previous GPU implies) become what the new one implies. -1 keeps the numbers and drops
/// the name.
Plan set_gpu_preset(Plan plan, int preset);

/// GPUs in a node; a link whose figure the node's GPUs share is divided anew, and figures of the host that
/// nobody chose become those of a node of so many GPUs.
Plan set_gpus_per_node(Plan plan, int gpus_per_node);

enum class LinkPlace : std::uint8_t { intra_node, inter_node, host };
/// A link of the catalog, or -1 for what the GPU implies.
Plan set_link_preset(Plan plan, LinkPlace place, int preset);
/// A link by its figure alone, GB/s per GPU in one direction.
Plan set_link_speed(Plan plan, LinkPlace place, double gb_per_s);
/// The link in that place.
const Link& link_of(const Cluster& cluster, LinkPlace place);
/// What that link is when nobody chose it.
Link implied_link(const Cluster& cluster, LinkPlace place);

/// The release of DeepSpeed the export is for. Pinned memory where nobody chose it follows that release's
/// default.
Plan set_deepspeed_version(Plan plan, DeepSpeedVersion version);

/// The program that trains by the method. What nobody chose of its engine follows that program's defaults.
Plan set_program(Plan plan, Program program);

}  // namespace zp::edits
