// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/checkpoint.h"

#include <algorithm>

#include "core/memory/basis.h"
#include "core/memory/entries.h"
#include "core/plan/adapters.h"

namespace zp {
namespace {

/// Largest size in bytes of one file of the converted model (convert_zero_checkpoint_to_fp32_state_dict,
/// max_shard_size).
constexpr std::int64_t largest_file = 5'000'000'000;
constexpr DeepSpeedVersion maps_files{0, 16, 0};

Bytes host_to_convert(const Plan& plan, Bytes fp32_model) {
  if (plan.target.deepspeed_version < maps_files) return fp32_model * 2;
  return plan.zero.stage == 3 ? std::min(fp32_model, Bytes(largest_file)) : fp32_model;
}

/// Sums over all pipeline stages.
struct CheckpointSums {
  CheckpointSize size;
  std::int64_t trained = 0;  ///< trained elements
  std::int64_t tensors = 0;  ///< trained tensors
};

/// Returns the number of trained tensors behind one tensor of that kind: 1 if it is trained, 2 for its
/// adapter, else 0.
std::int64_t trained_of(const Plan& plan, const TensorKind& kind) {
  const Training& training = plan.training;
  if (!training.has_adapters()) return kind.trainable ? 1 : 0;
  return has_adapter(training, plan.model.architecture, kind.role) ? 2 : 0;
}

CheckpointSums saved_by_all(const Plan& plan, const ModelTensors& tensors, const Basis& first) {
  CheckpointSums saved;
  const auto add = [&](const Symbols& s) {
    const CheckpointSize size = checkpoint_size(plan, s);
    saved.size.weights += size.weights;
    saved.size.training_state += size.training_state;
    saved.trained += saved_trained_elements(s);
    for (const TensorKind& kind : tensors.kinds())
      saved.tensors += trained_of(plan, kind) * s.parallel.stage.count(kind);
  };
  if (tensors.stages().empty())
    add(first.symbols);
  else
    for (const PipelineStage& stage : tensors.stages())
      add(Basis(plan, tensors, stage).symbols);
  return saved;
}

bool can_be_universal(const Plan& plan) {
  constexpr DeepSpeedVersion first{0, 11, 2}, first_of_stage3{0, 14, 5};
  const Optimizer optimizer = plan.training.optimizer;
  return (optimizer == Optimizer::adam || optimizer == Optimizer::adamw) &&
         plan.target.deepspeed_version >= (plan.zero.stage == 3 ? first_of_stage3 : first);
}

/// A universal checkpoint has three files per tensor (fp32 weight, exp_avg, exp_avg_sq) and 12 bytes per
/// element.
constexpr std::int64_t universal_files = 3, universal_bytes = 12;

void add_universal(SavedCheckpoint& saved, const CheckpointSums& of, const Plan& plan) {
  if (!can_be_universal(plan)) return;
  saved.universal = {universal_files * of.tensors, Bytes(universal_bytes * of.trained)};
  const SavedFiles& states = saved.optimizer_states;
  saved.host_to_universal =
      Bytes(states.bytes.value() / states.files * std::min(extract_workers, states.files));
}

}  // namespace

SavedCheckpoint saved_checkpoint(const Plan& plan) {
  const ModelTensors tensors(plan);
  const Basis first(plan, tensors);
  const Symbols& s = first.symbols;
  const CheckpointSums of = saved_by_all(plan, tensors, first);
  const auto& [size, trained, count] = of;
  const bool is_deepspeed = plan.training.framework == Framework::deepspeed;
  const bool is_partitioned = s.traits.partitions_states && is_deepspeed;
  const std::int64_t ranks = std::max(1, s.parallel.world), tensor = s.parallel.tensor.ranks;
  std::int64_t module_files = tensor;
  if (!s.parallel.stage.is_whole())
    module_files = tensor * (s.parallel.stage.stages + pipeline_modules(plan.model.architecture));
  SavedCheckpoint saved;
  const Bytes frozen = size.weights - Bytes(trained * s.weight_bytes);
  saved.model_states = {plan.zero.stage == 3 ? ranks : module_files,
                        plan.zero.stage == 3 ? frozen : size.weights};
  saved.optimizer_states = {is_partitioned ? ranks : 0, size.training_state - saved.model_states.bytes};
  if (!is_partitioned) {  // saved with the module, in one file
    saved.model_states.bytes = size.training_state;
    saved.optimizer_states = {};
  }
  saved.weights = size.weights;
  if (plan.training.has_adapters()) saved.adapters = Bytes(trained * s.weight_bytes);
  if (!is_partitioned) return saved;
  saved.fp32_model = frozen + Bytes(trained * 4);
  saved.read_to_convert = plan.target.deepspeed_version < maps_files ? size.training_state : saved.fp32_model;
  saved.host_to_convert = host_to_convert(plan, saved.fp32_model);
  saved.resumes_on = s.parallel.zero.ranks;
  add_universal(saved, of, plan);
  return saved;
}

}  // namespace zp
