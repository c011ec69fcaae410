// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/catalog/tensors.h"
#include "core/memory/estimate.h"
#include "core/memory/symbols.h"
#include "core/plan/pipeline.h"
#include "core/plan/plan.h"

/// What the ledger and the clock of a plan are both computed from. Who asks for both makes it once:
///
///     const ModelTensors tensors(plan);
///     const Basis basis(plan, tensors);
///     estimate_memory(basis), estimate_speed(basis)
namespace zp {

/// The weight tensors of a model, whatever names it, and where a pipeline divides it; the same for every plan
/// of that model with the same adapters and as many stages. Lives no longer than what it is made of.
class ModelTensors {
 public:
  explicit ModelTensors(const Model& model)
      : made_(model.has_shape() ? tensors_of(model.architecture) : TensorList()),
        kinds_(model.has_shape() ? made_.kinds() : model.tensors.kinds()) {}
  explicit ModelTensors(const Plan& plan) : ModelTensors(plan.model) {
    size_ = model_size(plan, kinds_);
    if (plan.training.pipeline_parallel > 1) stages_ = pipeline_stages(plan);
  }
  ModelTensors(const ModelTensors&) = delete;
  ModelTensors& operator=(const ModelTensors&) = delete;
  [[nodiscard]] std::span<const TensorKind> kinds() const { return kinds_; }
  /// With the plan's adapters; 0 where it was made of a model alone.
  [[nodiscard]] const ModelSize& size() const { return size_; }
  /// Of a pipeline its stages in order; empty where it was made without one.
  [[nodiscard]] std::span<const PipelineStage> stages() const { return stages_; }

 private:
  TensorList made_;
  std::span<const TensorKind> kinds_;
  ModelSize size_;
  std::vector<PipelineStage> stages_;
};

/// Lives no longer than the plan and the tensors it is made of.
struct Basis {
  /// `tensors` are those of the plan's model; of a pipeline it is the first stage's.
  Basis(const Plan& of_plan, const ModelTensors& of_model)
      : Basis(of_plan, of_model,
              of_model.stages().empty() ? first_stage(of_plan) : of_model.stages().front()) {}
  /// What one stage of a pipeline is computed from.
  Basis(const Plan& of_plan, const ModelTensors& of_model, const PipelineStage& stage)
      : plan(of_plan),
        tensors(of_model),
        kinds(of_model.kinds()),
        symbols(symbols_of(of_plan, kinds,
                           stage.with_micro_batches(of_plan.training.gradient_accumulation_steps))) {}

  const Plan& plan;
  const ModelTensors& tensors;
  std::span<const TensorKind> kinds;
  Symbols symbols;
};

}  // namespace zp
