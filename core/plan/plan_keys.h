// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "core/plan/plan.h"
#include "core/units/range.h"

/// The one table of the keys of a plan file. Reading, writing, the range check, help, tool tips, suggestions
/// for misspelt keys, the limits of the window's fields, what a ds_config key means and how it is written
/// follow from it, so a new key is one row in *_keys.cpp (and its use in a formula). Keys with rules of their
/// own (presets, offload devices, the list of adapters, the model) have a row too, and a reader of their own.
namespace zp {

/// A count, a real number, a switch, or one of `PlanKey::words`.
using KeyValue = std::variant<std::int64_t, double, bool, std::string_view>;

enum class KeyKind : std::uint8_t {
  count,
  real,
  flag,
  word,
  other,  ///< a text, a list, an object
};

/// How a key reaches a ds_config.json.
enum class Written : std::uint8_t {
  never,       ///< it has no line there, or only the program acts on it
  always,      ///< wherever it acts: sizes and switches people look for
  if_changed,  ///< where it is not the default
  by_section,  ///< by a function of the section's writer, core/export/*_section.cpp
  by_default,  ///< likewise, where deepspeed_config does not say otherwise
};

struct PlanKey {
  std::string path;  ///< "training.micro_batch_size"
  KeyKind kind = KeyKind::other;
  std::string type;                          ///< for people: "count", "GiB", "one of bf16, fp16, fp32"
  Range range;                               ///< of a number
  std::span<const std::string_view> words;   ///< of a word
  KeyValue (*value)(const Plan&) = nullptr;  ///< nullptr: the key has a reader and a writer of its own
  void (*set)(Plan&, const KeyValue&) = nullptr;
  std::string default_value;        ///< as text
  std::string deepspeed_key;        ///< dotted from the root of a ds_config, a list, or ""
  std::string_view switched_on_by;  ///< key of a ds_config that has to be true for it to be read, or ""
  Written written = Written::never;
  bool is_translated = false;  ///< a ds_config says it in another way: bf16.enabled is true
  std::string_view decides;    ///< ids of the ledger's entries whose bytes it decides on
  std::string_view meaning;    ///< one sentence

  [[nodiscard]] bool is_number() const { return kind == KeyKind::count || kind == KeyKind::real; }
  /// Stands in deepspeed_config and nowhere else in a plan file.
  [[nodiscard]] bool is_carried() const;
  /// Read and written by its row at its path.
  [[nodiscard]] bool is_plain() const { return value != nullptr && !is_carried(); }
};

/// "4,096", "true", "bf16".
std::string value_text(const KeyValue& value);

/// The keys of a plan, in the order in which they are written (docs/plan-file.md#all-keys).
std::span<const PlanKey> plan_keys();
/// The row of `path`, or nullptr.
const PlanKey* find_plan_key(std::string_view path);
/// The row whose `deepspeed_key` is, or lists, that key of a ds_config; or nullptr.
const PlanKey* plan_key_of_config(std::string_view deepspeed_key);

/// What a ds_config calls the key or the section at that path of a plan file: the first name of its row, or
/// the place below `zero` and `deepspeed_config`; "" where a ds_config has none.
std::string config_path_of(std::string_view plan_path);

/// What a plan with this model, target and these presets has where its file says nothing: the values that
/// need not be written.
Plan defaults_for(const Plan& plan);
/// 2,048 tokens, or the model's own maximum where that is smaller.
std::int64_t default_sequence_length(const Model& model);

inline constexpr Range parameter_range{1, 1e15};
inline constexpr Range dimension_range{1, 1e12};
inline constexpr Range rank_range{1, 1 << 26};
inline constexpr Range tensor_count_range{1, 1e9};

}  // namespace zp
