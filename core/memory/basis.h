// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/catalog/tensors.h"
#include "core/memory/estimate.h"
#include "core/memory/symbols.h"
#include "core/plan/plan.h"
#include "core/sharding/pipeline.h"
#include "core/sharding/vision.h"

/// The quantities that both the ledger and the clock of a plan are computed from. A caller who needs both
/// makes them once:
///
///     const ModelTensors tensors(plan);
///     const Basis basis(plan, tensors);
///     estimate_memory(basis), estimate_speed(basis)
namespace zp {

/// The weight tensors of a model, however it is described, and its pipeline stages. They are the same for all
/// plans with this model, these adapters and this number of stages. Must not outlive the model or plan from
/// which it was constructed.
class ModelTensors {
 public:
  explicit ModelTensors(const Model& model)
      : made_(model.has_shape() ? tensors_of(model.architecture) : TensorList()),
        kinds_(model.has_shape() ? made_.kinds() : model.tensors.kinds()) {
    if (model.has_vision()) [[unlikely]] {
      add_vision_tensors(made_, model.vision);
      kinds_ = made_.kinds();
    }
  }
  explicit ModelTensors(const Plan& plan) : ModelTensors(plan.model) {
    if (plan.model.has_vision()) [[unlikely]]
      mark_trained(made_.kinds(), plan);
    size_ = model_size(plan, kinds_);
    if (plan.training.pipeline_parallel > 1) stages_ = pipeline_stages(plan);
  }
  ModelTensors(const ModelTensors&) = delete;
  ModelTensors& operator=(const ModelTensors&) = delete;
  [[nodiscard]] std::span<const TensorKind> kinds() const { return kinds_; }
  /// Returns the model's size including the plan's adapters; 0 if constructed from a model alone.
  [[nodiscard]] const ModelSize& size() const { return size_; }
  /// Returns the pipeline's stages in order; empty without a pipeline.
  [[nodiscard]] std::span<const PipelineStage> stages() const { return stages_; }

 private:
  TensorList made_;
  std::span<const TensorKind> kinds_;
  ModelSize size_;
  std::vector<PipelineStage> stages_;
};

/// A plan with its tensors and symbols. Must not outlive either.
struct Basis {
  /// `of_model` must belong to the plan's model; with a pipeline, this is the basis of the first stage.
  Basis(const Plan& of_plan, const ModelTensors& of_model)
      : Basis(of_plan, of_model,
              of_model.stages().empty() ? first_stage(of_plan) : of_model.stages().front()) {}
  /// Constructs the basis of one pipeline stage.
  Basis(const Plan& of_plan, const ModelTensors& of_model, const PipelineStage& stage)
      : plan(of_plan),
        tensors(of_model),
        kinds(of_model.kinds()),
        symbols(symbols_of(of_plan, kinds, stage.in_step_of(of_plan.training))) {}

  const Plan& plan;
  const ModelTensors& tensors;
  std::span<const TensorKind> kinds;
  Symbols symbols;
};

}  // namespace zp
