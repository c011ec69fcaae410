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

/// The one table of the keys of a plan file. Reading, writing, the range check, help, tool tips,
/// suggestions for misspelt keys, the limits of the window's fields, the meaning of a ds_config key and the
/// way it is written follow from it, so a new key is one row in *_keys.cpp (and its use in a formula). Keys
/// with rules of their own (presets, offload devices, the list of adapters, the model) have a row too, and
/// their own reader.
namespace zp {

/// Value of a key: a count, a real number, a switch, or one of `PlanKey::words`.
using KeyValue = std::variant<std::int64_t, double, bool, std::string_view>;

enum class KeyKind : std::uint8_t {
  count,
  real,
  flag,
  word,
  other,  ///< a text, a list, an object
};

/// Way in which a key reaches a ds_config.json.
enum class Written : std::uint8_t {
  never,       ///< it has no line there, or only the program acts on it
  always,      ///< if it acts there: sizes and switches that people look for
  if_changed,  ///< if it is not the default
  by_section,  ///< by a function of the section's writer in core/export/*_section.cpp
  by_default,  ///< by such a function, unless deepspeed_config says otherwise
};

struct PlanKey {
  std::string path;  ///< "training.micro_batch_size"
  KeyKind kind = KeyKind::other;
  std::string type;                          ///< for people: "count", "GiB", "one of bf16, fp16, fp32"
  Range range;                               ///< range of a number
  std::span<const std::string_view> words;   ///< choices of a word
  std::string_view lister;                   ///< command that lists the words of a catalog; "" for others
  KeyValue (*value)(const Plan&) = nullptr;  ///< nullptr: the key has a reader and a writer of its own
  void (*set)(Plan&, const KeyValue&) = nullptr;
  std::string default_value;        ///< default as text
  std::string deepspeed_key;        ///< dotted from the root of a ds_config, a list, or ""
  std::string_view switched_on_by;  ///< ds_config key that has to be true for this one to be read, or ""
  Written written = Written::never;
  bool is_translated = false;  ///< a ds_config says it in another way: "bf16.enabled is true"
  std::string_view decides;    ///< ids of the ledger's entries whose bytes depend on it
  std::string_view meaning;    ///< one sentence

  [[nodiscard]] bool is_number() const { return kind == KeyKind::count || kind == KeyKind::real; }
  /// Returns true if the key stands in deepspeed_config and nowhere else in a plan file.
  [[nodiscard]] bool is_carried() const;
  /// Returns true if the key is read and written by its row, at its path.
  [[nodiscard]] bool is_plain() const { return value != nullptr && !is_carried(); }
};

/// Returns the value as text: "4,096", "true", "bf16".
std::string value_text(const KeyValue& value);

/// Returns the keys of a plan in the order in which they are written (docs/plan-file.md#all-keys).
std::span<const PlanKey> plan_keys();
/// Returns the row of `path`, or nullptr.
const PlanKey* find_plan_key(std::string_view path);
/// Returns the row whose `deepspeed_key` is or lists that key of a ds_config, or whose `switched_on_by` is
/// that key; nullptr if there is none.
const PlanKey* plan_key_of_config(std::string_view deepspeed_key);

/// Returns the ds_config name of the key or section at that path of a plan file: the first name of its row,
/// or the path below `zero` and `deepspeed_config`; "" if a ds_config has none.
std::string config_path_of(std::string_view plan_path);

/// Returns the plan that results from this model, target, training program and these presets if a file states
/// nothing else: values equal to it need not be written.
Plan defaults_for(const Plan& plan);
/// Returns the same without what the program fills in (program_defaults.h).
Plan defaults_without_program(const Plan& plan);
/// Returns 2,048 tokens, or the model's own maximum if that is smaller.
std::int64_t default_sequence_length(const Model& model);

inline constexpr Range parameter_range{1, 1e15};
inline constexpr Range dimension_range{1, 1e12};
inline constexpr Range rank_range{1, 1 << 26};
inline constexpr Range tensor_count_range{1, 1e9};

}  // namespace zp
