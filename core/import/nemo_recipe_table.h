// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// Sizes of NeMo 2's recipes. Internal to this folder.
namespace zp::import_io {

/// A recipe of NeMo 2: its model, and its sizes for pretraining; the ranks that share experts also for
/// tuning. 0 means that the recipe sets no size.
struct NemoRecipe {
  std::string_view name, model;
  int tensor, pipeline, parts, context;
  bool scatters;
  int nodes, length, batch, micro, expert;
};

/// Sizes of a recipe for tuning all weights, and for tuning adapters, which takes one node and no pipeline.
struct NemoTuning {
  std::string_view name;
  int tensor, pipeline, parts, context, nodes;
  int adapters_tensor, rank;
  std::string_view adapted;  ///< modules with adapters, in the words of NeMo 1
  bool is_llama;             ///< packs rows of 4096 tokens; tunes adapters with an undivided optimizer
};

/// Returns the recipe of this name, "llama3_8b"; nullptr for an unknown one.
const NemoRecipe* nemo_recipe_named(std::string_view name);
/// Returns the sizes with which a recipe tunes.
const NemoTuning& nemo_tuning_of(const NemoRecipe& recipe);

}  // namespace zp::import_io
