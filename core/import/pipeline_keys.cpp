// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pipeline_keys.h"

#include <array>
#include <cstdint>
#include <string_view>

#include "core/text/python.h"

namespace zp::import_io {
namespace {

constexpr std::string_view blocks_of_a_part = "num_layers_per_virtual_pipeline_stage";
constexpr std::array<std::string_view, 4> part_keys = {
    blocks_of_a_part, "num_virtual_stages_per_pipeline_rank", "virtual_pipeline_model_parallel_size",
    "actor_rollout_ref.actor.megatron.virtual_pipeline_model_parallel_size"};
/// Pipeline degree in the same arguments; the key may not be read yet.
constexpr std::array<std::string_view, 2> stage_keys = {
    "pipeline_model_parallel_size", "actor_rollout_ref.actor.megatron.pipeline_model_parallel_size"};

std::int64_t positive(const FileKey* key) {
  const auto number = key != nullptr ? python::lax_int(*key) : std::nullopt;
  return number && *number > 0 ? static_cast<std::int64_t>(*number) : 0;
}

std::int64_t stages_of(const FileKeys& keys) {
  for (const std::string_view name : stage_keys)
    if (const std::int64_t stages = positive(find_key(keys, name)); stages > 0) return stages;
  return 1;
}

/// Returns the number of model parts (virtual stages) per rank; 0 if the blocks do not divide evenly.
std::int64_t parts_of(const FileKey& key, const FileKeys& keys, const ProgramKeys& plan) {
  const std::int64_t stated = positive(&key);
  if (key.key != blocks_of_a_part) return stated;
  const FileKey* const layers_key = find_key(keys, "num_layers");
  const std::int64_t layers =
      layers_key != nullptr ? positive(layers_key) : plan.document().plan.model.architecture.layers;
  const std::int64_t of_all = stages_of(keys) * stated;
  return of_all > 0 && layers % of_all == 0 ? layers / of_all : 0;
}

}  // namespace

void read_megatron_parts(FileKeys& keys, ProgramKeys& plan) {
  for (const std::string_view name : part_keys) {
    const FileKey* const found = find_key(keys, name);
    if (found == nullptr || found->text == "null" || found->text == "None") continue;
    const FileKey key = *found;
    const std::int64_t parts = stages_of(keys) > 1 ? parts_of(key, keys, plan) : 0;
    if (parts > 1) {
      plan.set("training.pipeline_schedule", "interleaved_1f1b", key);
      plan.set("training.pipeline_chunks", parts, key);
    } else {
      plan.list_as_unread(
          key, "It makes one part of the model per rank, or none that the pipeline's ranks share.");
    }
    std::erase_if(keys, [&name](const FileKey& each) { return each.key == name; });
  }
}

}  // namespace zp::import_io
