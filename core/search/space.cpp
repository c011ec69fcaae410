// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/space.h"

#include <algorithm>

#include "core/sharding/encoder.h"

namespace zp {
namespace {

constexpr std::array freedom_table = {
    FreedomRow{"micro-batch", "Micro batch", "another micro batch at the same global batch",
               &Freedom::micro_batch},
    FreedomRow{"checkpointing", "Checkpointing", "any activation checkpointing that the program has",
               &Freedom::checkpointing},
    FreedomRow{"offload", "Offload to host", "optimizer or parameters in host memory", &Freedom::offload},
    FreedomRow{"nvme", "Offload to NVMe", "optimizer or parameters on drives", &Freedom::nvme},
    FreedomRow{"tuning", "Sizes and overlap",
               "bucket, prefetch, live, reuse and persistence sizes, overlap_comm, pinned memory, hpZ",
               &Freedom::tuning},
    FreedomRow{"rarities", "Rarities of offload",
               "checkpoints on the host, the offloaded share of the optimizer, sub-group sizes",
               &Freedom::rare_settings},
    FreedomRow{
        "engines", "Offload engines",
        "SuperOffload on GPUs with a link between chips, and ZenFlow, which updates most weights later",
        &Freedom::engines},
    FreedomRow{"batch-size", "Global batch", "a global batch that grows with the micro batch",
               &Freedom::batch_size},
    FreedomRow{"unstated-batch", "Unstated batch",
               "the micro batch or accumulation that neither the plan nor its ds_config states",
               &Freedom::unstated_batch},
    FreedomRow{"fused-loss", "Fused loss", "a loss fused with the head (Liger-Kernel)", &Freedom::fused_loss},
    FreedomRow{"tiled-mlp", "Tiled MLP", "the MLP in tiles of tokens (DeepSpeed's TiledMLP)",
               &Freedom::tiled_mlp},
    FreedomRow{"quantised", "Quantised communication", "ZeRO++'s quantised gathers and reductions",
               &Freedom::quantised},
    FreedomRow{"tensor-parallel", "Tensor parallel", "layers shared by GPUs of a node",
               &Freedom::tensor_parallel},
    FreedomRow{"sequence-parallel", "Sequence parallel", "sequences shared by GPUs of a node (Ulysses)",
               &Freedom::sequence_parallel},
    FreedomRow{"context-parallel", "Context parallel",
               "sequences shared by GPUs of a node that exchange keys and values (torchtitan, accelerate and "
               "Axolotl)",
               &Freedom::context_parallel},
    FreedomRow{"expert-parallel", "Expert parallel", "experts divided among GPUs (AutoEP)",
               &Freedom::expert_parallel},
    FreedomRow{"schedule", "Pipeline schedule",
               "the order in which a pipeline runs its passes, and its parts of the model (torchtitan)",
               &Freedom::schedule},
    FreedomRow{"fewer-nodes", "Fewer nodes", "a part of the nodes", &Freedom::fewer_nodes},
    FreedomRow{"thorough", "Every size", "more values of every size", &Freedom::thorough},
};

}  // namespace

Freedom without_program_changes(Freedom freedom) {
  freedom.fused_loss = false;
  freedom.tiled_mlp = false;
  return freedom;
}

std::span<const FreedomRow> freedom_rows() { return freedom_table; }

void Values::add(std::int64_t value) {
  if (count_ < capacity && std::ranges::find(all(), value) == all().end()) values_[count_++] = value;
}
void Values::sort() {
  std::ranges::sort(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(count_));
}
void Values::reverse() {
  std::ranges::reverse(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(count_));
}

const Dimension& dimension(DimensionId id) { return dimensions()[static_cast<std::size_t>(id)]; }

bool is_read(const Dimension& dimension, Strategy strategy) {
  return dimension.applies_to == nullptr || dimension.applies_to(strategy);
}

std::string print_value(DimensionId id, std::int64_t value) { return dimension(id).print(value); }
std::string phrase_of(DimensionId id, std::int64_t value) { return dimension(id).phrase(value); }

Values values_to_try(const Dimension& dimension, const Plan& plan, const Plan& origin,
                     const Freedom& freedom) {
  const bool has_what_it_needs = dimension.needs == Needs::shape     ? plan.model.has_shape()
                                 : dimension.needs == Needs::decoder ? is_decoder_alone(plan.model)
                                 : dimension.needs == Needs::deepspeed
                                     ? plan.training.framework == Framework::deepspeed
                                     : true;
  const bool is_open = dimension.freedom == nullptr || freedom.*dimension.freedom;
  if (!has_what_it_needs || !is_open || !is_read(dimension, strategy_of(plan)))
    return {dimension.present ? dimension.present(plan, origin) : dimension.get(origin)};
  return dimension.values(plan, origin, freedom);
}

namespace {

std::int64_t count_from(std::size_t depth, Plan& plan, const Plan& origin, const Freedom& freedom) {
  if (depth == dimension_count) return 1;
  const Dimension& here = dimensions()[depth];
  const Values values = values_to_try(here, plan, origin, freedom);
  // Values of ordered dimensions depend only on unordered ones.
  if (here.order != Order::none)
    return static_cast<std::int64_t>(values.size()) * count_from(depth + 1, plan, origin, freedom);
  std::int64_t count = 0;
  for (const std::int64_t value : values.all()) {
    here.set(plan, value);
    count += count_from(depth + 1, plan, origin, freedom);
  }
  return count;
}

}  // namespace

std::int64_t size_of_space(const Plan& plan, const Freedom& freedom) {
  Plan trial = plan;
  return count_from(0, trial, plan, freedom);
}

}  // namespace zp
