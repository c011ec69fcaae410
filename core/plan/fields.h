// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "core/plan/plan.h"

/// The one table of the plan's plain keys: reading, writing, the range check and the help all go through it,
/// so a new key is one row here and one in plan_help.cpp. Keys with rules of their own (presets, offload
/// devices, the list of adapters, the model) are handled where they are read and written.
namespace zp::plan_io {

/// A count, a real number, a switch, or one of `Field::words`.
using FieldValue = std::variant<std::int64_t, double, bool, std::string_view>;

enum class FieldKind : std::uint8_t { count, real, flag, word };

/// The closed range a number may lie in.
struct Range {
  double low = 0;
  double high = 0;
  [[nodiscard]] constexpr bool holds(double value) const { return value >= low && value <= high; }
};

struct Field {
  std::string_view path;  ///< "training.micro_batch_size"
  FieldKind kind{};
  Range range;                              ///< of a number
  std::span<const std::string_view> words;  ///< of a word
  FieldValue (*value)(const Plan&) = nullptr;
  void (*set)(Plan&, const FieldValue&) = nullptr;
};

/// In the order of the contract.
std::span<const Field> plan_fields();
/// The row of `path`, or nullptr.
const Field* find_field(std::string_view path);

/// What a plan with this model, target and these presets has where its file says nothing: the values that
/// need not be written.
Plan defaults_for(const Plan& plan);
/// 2,048 tokens, or the model's own maximum where that is smaller.
std::int64_t default_sequence_length(const Model& model);

/// The range of a count of model.architecture by its key, and of the numbers beside it.
Range architecture_range(std::string_view key);
inline constexpr Range parameter_range{1, 1e15};
inline constexpr Range dimension_range{1, 1e12};
inline constexpr Range tensor_count_range{1, 1e9};

}  // namespace zp::plan_io
