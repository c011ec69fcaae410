// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"
#include "core/plan_file/plan_keys.h"
#include "core/text/words.h"

/// The table of settings that a plan may leave open and that can affect its figures.
namespace zp {

/// Who decides a setting that the plan does not state: the training program or its libraries, the machine, or
/// the person who sets up the run.
enum class OpenKind : std::uint8_t { program, machine, run };
template <>
inline constexpr auto words_of<OpenKind> = word_list("program", "machine", "run");

/// A setting with its plausible values if the plan does not state it. To add a setting, add a row to an
/// open_*.cpp. For a function that is null, the key's row of the plan file applies.
struct OpenSetting {
  std::string_view path;   ///< key of a plan: "training.attention"
  std::string_view title;  ///< short name: "Attention kernel"
  OpenKind kind{};
  /// Returns true if the setting can affect the figures of this plan.
  bool (*matters)(const Plan&) = nullptr;
  /// Returns the setting's common values; may include the value in effect.
  std::vector<KeyValue> (*values)(const Plan&) = nullptr;
  /// Returns the value in effect if the key's own value leaves the choice to the program.
  KeyValue (*assumed)(const Plan&) = nullptr;
  /// Returns true if another key of the plan states the value.
  bool (*stated_elsewhere)(const Plan&) = nullptr;
  /// Sets the value of a key whose value needs special parsing.
  void (*set)(Plan&, const KeyValue&) = nullptr;
  /// True if defaults that the training program fills in depend on the setting.
  bool moves_defaults = false;
  bool follows_program = false;       ///< `values` come from the named program
  std::string_view phrase_path = {};  ///< path of the phrases in open_words.cpp if it differs from `path`
  /// Evidence for the values without a training program: a file in a repository, or a data set of tests/data.
  std::string_view source;
};

/// Names of values in effect that a plan cannot state directly.
inline constexpr std::string_view newest_release = "the newest", other_targets = "others";
/// Returns true if a plan can state the value.
bool is_statable(const KeyValue& value);

/// Returns all rows, of which several may have the same path (zero.stage).
std::span<const OpenSetting> open_settings();

/// Returns the value in effect; for a key set to "auto", the resolved value.
KeyValue assumed_value(const OpenSetting& setting, const Plan& plan);
/// Returns the plausible values of the setting for this plan, except the value in effect: those that its
/// training program offers if the catalog lists them, else those of the table. Returns none for a setting
/// that the named program decides without offering a choice.
std::vector<KeyValue> plausible_values(const OpenSetting& setting, const Plan& plan);
/// Sets the value, without changing the defaults that the program fills in for other keys.
void state_value(const OpenSetting& setting, const KeyValue& value, Plan& plan);

namespace open_rows {
std::span<const OpenSetting> of_program();
std::span<const OpenSetting> of_machine();
std::span<const OpenSetting> of_run();
}  // namespace open_rows

}  // namespace zp
