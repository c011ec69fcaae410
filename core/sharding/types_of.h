// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

/// The number types of a plan's tensors. They are derived only here; ledger, clock, exports and texts use the
/// result.
namespace zp {

/// The types of a plan, and the origin of each.
struct ResolvedTypes {
  NumericTypes types;
  TypeOrigins origins;

  bool operator==(const ResolvedTypes&) const = default;
};

/// Returns true if matrix products cast weights that are used in fp32, as torch.autocast does. Other
/// operations then run in the weights' type.
[[nodiscard]] constexpr bool casts_products(const NumericTypes& types) {
  return types.gathered == Dtype::fp32 && types.products != Dtype::fp32;
}

/// Returns all types: those of the plan where stated, else those of its training program, else the
/// framework's. Sources of each framework's types: docs/memory.md#number-types.
ResolvedTypes resolved_types(const Plan& plan);
/// Returns the types without their origins.
NumericTypes types_of(const Plan& plan);

/// Returns the type of the plan's training.precision.
[[nodiscard]] constexpr Dtype dtype_of(Precision precision) {
  switch (precision) {
    case Precision::bf16:
      return Dtype::bf16;
    case Precision::fp16:
      return Dtype::fp16;
    case Precision::fp32:
      break;
  }
  return Dtype::fp32;
}

}  // namespace zp
