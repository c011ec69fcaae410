// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "core/plan/plan.h"

/// The words of a plan file for each enumeration, in the enumeration's order: what is read, written and
/// listed.
namespace zp::plan_io {

template <class Enum>
struct Words;
template <>
struct Words<Precision> {
  static constexpr std::array<std::string_view, 3> all = {"bf16", "fp16", "fp32"};
};
template <>
struct Words<Optimizer> {
  static constexpr std::array<std::string_view, 9> all = {"adam", "adamw", "adagrad", "sgd",      "rmsprop",
                                                          "lion", "lamb",  "muon",    "adamw8bit"};
};
template <>
struct Words<Checkpointing> {
  static constexpr std::array<std::string_view, 3> all = {"none", "selective", "full"};
};
template <>
struct Words<Attention> {
  static constexpr std::array<std::string_view, 2> all = {"sdpa", "eager"};
};
template <>
struct Words<AttentionKernel> {
  static constexpr std::array<std::string_view, 4> all = {"auto", "flash_1", "flash_2", "flash_3"};
};
template <>
struct Words<FusedLoss> {
  static constexpr std::array<std::string_view, 4> all = {"none", "chunked", "fused", "compiled"};
};
template <>
struct Words<FusedMlp> {
  static constexpr std::array<std::string_view, 3> all = {"auto", "none", "fused"};
};
template <>
struct Words<AccumulationDtype> {
  static constexpr std::array<std::string_view, 4> all = {"auto", "fp32", "bf16", "fp16"};
};
template <>
struct Words<Framework> {
  static constexpr std::array<std::string_view, 2> all = {"deepspeed", "fsdp"};
};
template <>
struct Words<FsdpWrap> {
  static constexpr std::array<std::string_view, 2> all = {"blocks", "all"};
};
template <>
struct Words<Device> {
  static constexpr std::array<std::string_view, 3> all = {"none", "cpu", "nvme"};
};
template <>
struct Words<Flavour> {
  static constexpr std::array<std::string_view, 2> all = {"plain", "hf-trainer"};
};

template <class Enum>
constexpr std::string_view word_of(Enum value) {
  return Words<Enum>::all[static_cast<std::size_t>(value)];
}

template <class Enum>
constexpr std::optional<Enum> enum_of(std::string_view word) {
  for (std::size_t i = 0; i < Words<Enum>::all.size(); ++i)
    if (Words<Enum>::all[i] == word) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace zp::plan_io
