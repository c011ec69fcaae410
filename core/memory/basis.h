// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/catalog/tensors.h"
#include "core/memory/symbols.h"
#include "core/plan/plan.h"

/// What the ledger and the clock of a plan are both computed from. Who asks for both makes it once:
///
///     const ModelTensors tensors(plan.model);
///     const Basis basis(plan, tensors.kinds());
///     estimate_memory(basis), estimate_speed(basis)
namespace zp {

/// The weight tensors of a model, whatever names it; the same for every plan of that model. Lives no longer
/// than `model`.
class ModelTensors {
 public:
  explicit ModelTensors(const Model& model)
      : made_(model.has_shape() ? tensors_of(model.architecture) : TensorList()),
        kinds_(model.has_shape() ? made_.kinds() : model.tensors.kinds()) {}
  ModelTensors(const ModelTensors&) = delete;
  ModelTensors& operator=(const ModelTensors&) = delete;
  [[nodiscard]] std::span<const TensorKind> kinds() const { return kinds_; }

 private:
  TensorList made_;
  std::span<const TensorKind> kinds_;
};

/// Lives no longer than the plan and the tensors it is made of.
struct Basis {
  /// `tensors` are those of the plan's model.
  Basis(const Plan& of_plan, std::span<const TensorKind> tensors)
      : plan(of_plan), kinds(tensors), symbols(symbols_of(of_plan, tensors)) {}

  const Plan& plan;
  std::span<const TensorKind> kinds;
  Symbols symbols;
};

}  // namespace zp
