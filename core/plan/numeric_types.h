// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/text/words.h"

/// Number types of a run's tensors. A plan may state some of them (training.types); core/sharding/types_of.h
/// derives all.
namespace zp {

enum class Dtype : std::uint8_t { fp32, bf16, fp16, fp8 };
template <>
inline constexpr auto words_of<Dtype> = word_list("fp32", "bf16", "fp16", "fp8");

/// Returns the bytes of one element.
[[nodiscard]] constexpr int bytes_of(Dtype type) {
  return type == Dtype::fp32 ? 4 : type == Dtype::fp8 ? 1 : 2;
}

/// One T for each kind of tensor with its own type.
template <class T>
struct PerTensor {
  T weights{};    ///< trained weights as stored between steps
  T frozen{};     ///< frozen weights as stored, unless quantised
  T adapters{};   ///< adapters as stored
  T master{};     ///< the copy that the optimizer steps
  T gathered{};   ///< weights as used by modules, gathered or whole
  T gradients{};  ///< gradients as stored and accumulated
  T reduced{};    ///< gradients as sent
  T states{};     ///< optimizer states that are not reduced in precision
  T products{};   ///< inputs of matrix products, and activations between them unless it is fp8
  T residual{};   ///< the residual stream
  T logits{};     ///< the head's output

  bool operator==(const PerTensor&) const = default;
};

struct NumericTypes : PerTensor<Dtype> {
  Dtype around_fp8 = Dtype::bf16;  ///< activations between fp8 products
  bool keeps_fp8 = false;          ///< autograd saves the inputs of such products in fp8

  bool operator==(const NumericTypes&) const = default;
};

/// Returns the bytes per activation between two products, whose outputs are never fp8.
[[nodiscard]] constexpr int bytes_between_products(const NumericTypes& types) {
  return bytes_of(types.products == Dtype::fp8 ? types.around_fp8 : types.products);
}
/// Returns the bytes per weight as used by modules outside fp8 products.
[[nodiscard]] constexpr int bytes_in_use(const NumericTypes& types) {
  return bytes_of(types.gathered == Dtype::fp8 ? types.around_fp8 : types.gathered);
}

/// A type that a plan states; automatic means the program's or framework's. Only products and the weights
/// gathered for them can be fp8.
enum class StatedType : std::uint8_t { automatic, fp32, bf16, fp16, fp8 };
template <>
inline constexpr auto words_of<StatedType> = word_list("auto", "fp32", "bf16", "fp16", "fp8");
/// The possible values of a type that cannot be fp8.
inline constexpr auto words_without_fp8 = word_list("auto", "fp32", "bf16", "fp16");

/// training.types
using StatedTypes = PerTensor<StatedType>;

/// Origin of a type: the plan, the training program, or the framework.
enum class TypeOrigin : std::uint8_t { framework, program, plan };
template <>
inline constexpr auto words_of<TypeOrigin> = word_list("framework", "program", "plan");
using TypeOrigins = PerTensor<TypeOrigin>;

/// A member of PerTensor, its key below training.types, and a description.
struct TensorTypeRow {
  std::string_view name;     ///< "weights"
  std::string_view meaning;  ///< "Trained weights as they are kept between steps"
  Dtype NumericTypes::*resolved;
  StatedType StatedTypes::*stated;
  TypeOrigin TypeOrigins::*origin;
};
/// All members, in the order in which answers list them.
inline constexpr auto tensor_type_rows = std::to_array<TensorTypeRow>({
    {"weights", "Trained weights as they are kept between steps", &NumericTypes::weights,
     &StatedTypes::weights, &TypeOrigins::weights},
    {"frozen", "Frozen weights as they are kept", &NumericTypes::frozen, &StatedTypes::frozen,
     &TypeOrigins::frozen},
    {"adapters", "Adapters as they are kept", &NumericTypes::adapters, &StatedTypes::adapters,
     &TypeOrigins::adapters},
    {"master", "The copy that the optimizer steps", &NumericTypes::master, &StatedTypes::master,
     &TypeOrigins::master},
    {"gathered", "Weights as modules use them", &NumericTypes::gathered, &StatedTypes::gathered,
     &TypeOrigins::gathered},
    {"gradients", "Gradients as they are kept and added up", &NumericTypes::gradients,
     &StatedTypes::gradients, &TypeOrigins::gradients},
    {"reduced", "Gradients as they travel between ranks", &NumericTypes::reduced, &StatedTypes::reduced,
     &TypeOrigins::reduced},
    {"states", "States of the optimizer", &NumericTypes::states, &StatedTypes::states, &TypeOrigins::states},
    {"products", "Matrix products and the activations between them", &NumericTypes::products,
     &StatedTypes::products, &TypeOrigins::products},
    {"residual", "The residual stream", &NumericTypes::residual, &StatedTypes::residual,
     &TypeOrigins::residual},
    {"logits", "The head's output", &NumericTypes::logits, &StatedTypes::logits, &TypeOrigins::logits},
});

}  // namespace zp
