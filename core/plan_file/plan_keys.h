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

/// The one table of plan file keys. Reading, writing, range checks, help, tool tips, suggestions for misspelt
/// keys, limits of the window's fields, and the reading and writing of ds_config keys are all derived from
/// it, so a new key is one row in *_keys.cpp (and its use in a formula). Keys with rules of their own
/// (presets, offload devices, the list of adapters, the model) also have a row, but their own reader.
namespace zp {

/// Value of a key: a count, a real number, a switch, or one of `PlanKey::words`.
using KeyValue = std::variant<std::int64_t, double, bool, std::string_view>;

enum class KeyKind : std::uint8_t {
  count,
  real,
  flag,
  word,
  other,  ///< a text, a list or an object
};

/// How a key is written to a ds_config.json.
enum class Written : std::uint8_t {
  never,       ///< it has no ds_config key, or only the program uses it
  always,      ///< if it has an effect there: sizes and switches that users look for
  if_changed,  ///< if it differs from the default
  by_section,  ///< by a function in core/export/*_section.cpp
  by_default,  ///< by such a function, unless deepspeed_config states another value
};

struct PlanKey {
  std::string path;  ///< "training.micro_batch_size"
  KeyKind kind = KeyKind::other;
  std::string type;                          ///< shown to users: "count", "GiB", "one of bf16, fp16, fp32"
  Range range;                               ///< range of a number
  std::span<const std::string_view> words;   ///< values of a key with words
  std::string_view listing_command;          ///< command that lists the words of a catalog; "" for others
  KeyValue (*value)(const Plan&) = nullptr;  ///< nullptr: the key has its own reader and writer
  void (*set)(Plan&, const KeyValue&) = nullptr;
  std::string default_value;      ///< default as text
  std::string deepspeed_key;      ///< path from the root of a ds_config, a list of paths, or ""
  std::string_view enabling_key;  ///< ds_config key that must be true for this one to be read, or ""
  Written written = Written::never;
  bool is_translated = false;  ///< a ds_config states it in another form: "bf16.enabled is true"
  std::string_view decides;    ///< ids of the ledger entries whose bytes depend on it
  std::string_view meaning;    ///< one sentence

  [[nodiscard]] bool is_number() const { return kind == KeyKind::count || kind == KeyKind::real; }
  /// Returns true if a plan file has the key only in deepspeed_config.
  [[nodiscard]] bool is_carried() const;
  /// Returns true if the key is read and written by its row, at its own path.
  [[nodiscard]] bool is_plain() const { return value != nullptr && !is_carried(); }
};

/// Returns the value as text: "4,096", "true", "bf16".
std::string value_text(const KeyValue& value);

/// Returns the keys of a plan in the order of the file (docs/plan-file.md#all-keys).
std::span<const PlanKey> plan_keys();
/// Returns the row of `path`, or nullptr.
const PlanKey* find_plan_key(std::string_view path);
/// Returns the row whose `deepspeed_key` is or contains that ds_config key, or whose `enabling_key` is that
/// key; nullptr if there is none.
const PlanKey* plan_key_of_config(std::string_view deepspeed_key);

/// Returns the ds_config path of a plan file's key or section: the first in its row, or the path below `zero`
/// and `deepspeed_config`; "" if there is none.
std::string config_path_of(std::string_view plan_path);

/// Returns the plan with this model, target, training program and these presets, and defaults everywhere
/// else: values that equal it need not be written.
Plan defaults_for(const Plan& plan);
/// Returns the same plan without the defaults of the training program (program_defaults.h).
Plan defaults_without_program(const Plan& plan);
/// Returns 2,048 tokens, or the model's own maximum if that is smaller.
std::int64_t default_sequence_length(const Model& model);

inline constexpr Range parameter_range{1, 1e15};
inline constexpr Range dimension_range{1, 1e12};
inline constexpr Range rank_range{1, 1 << 26};
inline constexpr Range tensor_count_range{1, 1e9};

}  // namespace zp
