// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/memory/basis.h"
#include "core/memory/estimate.h"
#include "core/plan/adapters.h"

namespace zp {
namespace {

/// Sums over the whole model's tensors before tensor parallelism, each at most `largest_amount`.
struct WholeSums {
  std::int64_t total = 0, trainable = 0, adapters = 0;
  std::int64_t vision = 0, trainable_vision = 0;  ///< share in a vision tower and its projector
  std::int64_t largest = 0;                       ///< elements of the largest tensor
};

WholeSums sums_of(std::span<const TensorKind> kinds, const Plan& plan) {
  WholeSums sums;
  const auto add = [](std::int64_t& sum, std::int64_t elements) {
    sum = std::min(sum + elements, largest_amount);
  };
  const bool has_head = row_of(plan.training.method.method).has_head;
  for (const TensorKind& kind : kinds) {
    if (!has_head && is_output_layer(kind.role)) continue;
    const std::int64_t numel = kind.numel(), total = size_product(numel, kind.count);
    add(sums.total, total);
    if (kind.trainable) add(sums.trainable, total);
    if (traits_of(kind.role).part == ModelPart::vision) [[unlikely]] {
      add(sums.vision, total);
      if (kind.trainable) add(sums.trainable_vision, total);
    }
    for (const TensorKind& trained : AdapterTensors(plan.training, plan.model.architecture, kind))
      add(sums.adapters, trained.total());
    sums.largest = std::max(sums.largest, numel);
  }
  return sums;
}

}  // namespace

ModelSize model_size(const Plan& plan) {
  if (plan.model.has_vision())
    return ModelTensors(plan).size();  // the plan decides which parts of the tower are trained
  const ModelTensors tensors(plan.model);
  return model_size(plan, tensors.kinds());
}

ModelSize model_size(const Plan& plan, std::span<const TensorKind> kinds) {
  const Model& model = plan.model;
  const bool has_adapters = plan.training.lora.rank > 0;
  const WholeSums sums = sums_of(kinds, plan);
  const Params adapters(sums.adapters), all = Params(sums.total) + adapters;
  const Params beside_frozen = adapters + Params(sums.trainable_vision);
  ModelSize size{all, has_adapters ? beside_frozen : Params(sums.trainable), all - Params(sums.vision),
                 Params(sums.largest)};
  if (!model.has_shape()) return size;
  if (model.architecture.has_experts()) size.active -= unvisited_parameters(model.architecture, kinds);
  if (model.source == ModelSource::parameters) {
    const Params stated = model.stated_parameters;
    size.active = stated + adapters;
    size.parameters = stated + adapters;
    if (!has_adapters) size.trainable = stated;
    size.largest_tensor = std::min(size.largest_tensor, stated);
  }
  const Params frozen = std::min(Params(model.architecture.frozen_parameters), size.trainable);
  if (!has_adapters) size.trainable -= frozen;
  return size;
}

}  // namespace zp
