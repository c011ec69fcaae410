// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/model.h"

#include <utility>

namespace zp {

Model model_from_preset(const SharedModelPreset& preset) {
  Model model;
  model.preset = preset;
  model.architecture = preset->architecture;
  model.vision = preset->vision;
  return model;
}

Model model_from_parameters(Params parameters) {
  Model model;
  model.source = ModelSource::parameters;
  model.stated_parameters = parameters;
  model.architecture = typical_shape(parameters);
  return model;
}

Model model_from_architecture(const Architecture& shape) {
  Model model;
  model.source = ModelSource::architecture;
  model.architecture = shape;
  return model;
}

Model model_from_tensors(std::vector<TensorKind> kinds) {
  Model model;
  model.source = ModelSource::tensors;
  model.tensors = SharedTensors(std::move(kinds));
  return model;
}

}  // namespace zp
