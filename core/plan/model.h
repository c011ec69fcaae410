// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/catalog/architecture.h"
#include "core/catalog/catalog.h"
#include "core/catalog/tensors.h"
#include "core/units/quantity.h"

namespace zp {

/// How the plan describes its model: exactly one of these.
enum class ModelSource : std::uint8_t {
  preset,        ///< a model of the catalog
  parameters,    ///< only a count; a typical shape is assumed for activations and the largest tensor
  architecture,  ///< a custom shape
  tensors,       ///< a list of tensor shapes; activations unknown
};

/// An immutable list of tensors, shared by copies of a Plan and compared by value.
class SharedTensors {
 public:
  SharedTensors() = default;
  explicit SharedTensors(std::vector<TensorKind> kinds)
      : kinds_(std::make_shared<const std::vector<TensorKind>>(std::move(kinds))) {}
  [[nodiscard]] std::span<const TensorKind> kinds() const {
    return kinds_ ? std::span<const TensorKind>(*kinds_) : std::span<const TensorKind>();
  }
  friend bool operator==(const SharedTensors& a, const SharedTensors& b) {
    return a.kinds_ == b.kinds_ || (a.kinds_ && b.kinds_ && *a.kinds_ == *b.kinds_);
  }

 private:
  std::shared_ptr<const std::vector<TensorKind>> kinds_;
};

struct Model {
  ModelSource source = ModelSource::preset;
  SharedModelPreset preset;   ///< empty unless source is preset
  Params stated_parameters;   ///< stated count if source is parameters
  Architecture architecture;  ///< shape in effect (all zero if source is tensors)
  VisionTower vision;         ///< vision tower in addition to that shape; no layers if there is none
  SharedTensors tensors;      ///< list if source is tensors

  /// Returns false for a list of tensors, whose layers and activations are unknown.
  [[nodiscard]] bool has_shape() const { return source != ModelSource::tensors; }
  [[nodiscard]] bool has_vision() const { return vision.is_present() && has_shape(); }
  bool operator==(const Model&) const = default;
};

Model model_from_preset(const SharedModelPreset& preset);
Model model_from_parameters(Params parameters);  ///< with the shape of typical_shape()
Model model_from_architecture(const Architecture& shape);
Model model_from_tensors(std::vector<TensorKind> kinds);

}  // namespace zp
