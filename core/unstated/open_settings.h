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

/// The table of settings that a plan may leave open and that its figures can depend on.
namespace zp {

/// Who decides a setting that nobody stated: the training program or its libraries, the machine that the run
/// is on, or the person who sets the run up.
enum class OpenKind : std::uint8_t { program, machine, run };
template <>
inline constexpr auto words_of<OpenKind> = word_list("program", "machine", "run");

/// A setting with the values that it plausibly has where nobody states it. A new one is a row of an
/// open_*.cpp. A function that is left out is as the key's row in the plan file has it.
struct OpenSetting {
  std::string_view path;   ///< key of a plan: "training.attention"
  std::string_view title;  ///< its name in a few words: "Attention kernel"
  OpenKind kind{};
  /// Returns true if the figures of this plan can depend on the setting.
  bool (*matters)(const Plan&) = nullptr;
  /// Returns the values that it commonly has; the one in effect may be among them.
  std::vector<KeyValue> (*values)(const Plan&) = nullptr;
  /// Returns the value in effect where the key itself says "as the program does".
  KeyValue (*assumed)(const Plan&) = nullptr;
  /// Returns true if the plan states the value through another key.
  bool (*stated_elsewhere)(const Plan&) = nullptr;
  /// Sets the value of a key that has a reader of its own.
  void (*set)(Plan&, const KeyValue&) = nullptr;
  /// True if what the training program fills in depends on the setting.
  bool moves_defaults = false;
  bool follows_program = false;     ///< `values` are those of the named program
  std::string_view worded_as = {};  ///< path of the phrases in open_words.cpp if it is another than `path`
  /// Evidence for the values of a plan without a program: a repository with file, a data set of tests/data.
  std::string_view source;
};

/// Words for values in effect that a plan cannot state as they are.
inline constexpr std::string_view newest_release = "the newest", other_targets = "others";
/// Returns true if a plan can state the value.
bool is_statable(const KeyValue& value);

/// Returns all rows; those of one path stand once.
std::span<const OpenSetting> open_settings();

/// Returns the value in effect, resolved if the key says "auto".
KeyValue assumed_value(const OpenSetting& setting, const Plan& plan);
/// Returns the values of the setting that are plausible for this plan, without the one in effect: those that
/// its training program offers if it names one that says so, else those of the table. A setting that the
/// named program decides and offers no choice of has none.
std::vector<KeyValue> plausible_values(const OpenSetting& setting, const Plan& plan);
/// Sets the value, without what the program fills in for other keys.
void state_value(const OpenSetting& setting, const KeyValue& value, Plan& plan);

namespace open_rows {
std::span<const OpenSetting> of_program();
std::span<const OpenSetting> of_machine();
std::span<const OpenSetting> of_run();
}  // namespace open_rows

}  // namespace zp
