// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/catalog/tensors.h"
#include "core/plan/plan.h"

/// A pipeline: stages hold consecutive layers and pass micro batches on, in the order of a schedule
/// (core/sharding/pipeline_schedule.h). With some schedules a rank holds several separate parts of the model
/// (chunks); a PipelineStage is everything that one rank holds.
namespace zp {

/// The layers that one rank holds; without a pipeline, the whole model.
struct PipelineStage {
  int index = 0, stages = 1;
  int chunks = 1;                     ///< number of separate parts of the model on this rank
  int borders_before = 0;             ///< chunks that receive activations from another rank
  int borders_after = 0;              ///< chunks that send activations to another rank
  std::int64_t first = 0;             ///< index of the first block
  std::int64_t layers = 0;            ///< number of blocks
  std::int64_t expert_layers = 0;     ///< number of blocks with experts
  bool has_embedding = true;          ///< holds the embedding tables, and the tensors outside the blocks
  bool has_norm = true;               ///< holds the final norm
  bool has_head = true;               ///< holds the head and computes the loss
  bool is_tied = false;               ///< the head's weights are a copy of the embedding's on another stage
  std::int64_t chunks_in_flight = 1;  ///< most chunks of micro batches that wait for their backward pass
  std::int64_t chunks_split = 0;  ///< chunks, besides the active one, that wait for their weights' gradients
  std::int64_t chunks_in_flight_split = 0;                 ///< chunks in flight while `chunks_split` wait
  std::int64_t model_layers = 0, model_expert_layers = 0;  ///< blocks of all stages together

  [[nodiscard]] constexpr bool is_whole() const { return stages == 1; }
  [[nodiscard]] constexpr bool has_previous() const { return borders_before > 0; }
  [[nodiscard]] constexpr bool has_next() const { return borders_after > 0; }
  /// Returns the most micro batches that wait for their backward pass; each chunk counts as a fraction.
  [[nodiscard]] double in_flight() const {
    return static_cast<double>(chunks_in_flight) / static_cast<double>(chunks);
  }
  /// Returns this stage for the number of micro batches of the plan's step.
  [[nodiscard]] PipelineStage in_step_of(const Training& training) const;
  /// Returns the number of tensors of that kind on this stage; for block tensors, in its own blocks.
  [[nodiscard]] std::int64_t count(const TensorKind& kind) const;
  bool operator==(const PipelineStage&) const = default;
};

/// Returns the number of modules of a PipelineModule: the embedding, every block, the final norm, the head.
[[nodiscard]] std::int64_t pipeline_modules(const Architecture& shape);

/// Returns the stages of a plan in order. Returns one stage if the plan has no pipeline or cannot be divided
/// (a list of tensors, more stages than modules: core/rules reports it).
std::vector<PipelineStage> pipeline_stages(const Plan& plan);
/// Returns the first of the plan's stages.
PipelineStage first_stage(const Plan& plan);

/// Returns true if the engine partitions master weights and states without ZeRO: bf16 at stage 0 uses
/// BF16_Optimizer in a pipeline, and before 0.17.6 always (runtime/engine.py, _do_optimizer_sanity_check;
/// bf16_optimizer.py; pull request 7515).
[[nodiscard]] bool partitions_at_stage0(const Plan& plan);

}  // namespace zp
