// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/plan/plan.h"
#include "core/text/ordered_json.h"

/// The one table of keys by which other programs' files state the settings of a plan. Internal to this
/// folder and to core/write_back, which adds such keys to files.
namespace zp {

/// Programs whose files or commands state settings: the columns of the table. run_clm, TRL, LLaMA-Factory and
/// ms-swift take the arguments of Trainer too, under the same names; the others take none of them. verl has
/// two commands with keys of their own.
enum class SettingColumn : std::uint8_t {
  none,
  arguments,
  run_clm,
  trl,
  axolotl,
  llama_factory,
  ms_swift,
  lightning,
  torchtitan,
  verl,
  verl_sft,
  openrlhf
};

/// Returns the value to write, or null if this plan needs none.
using SettingValue = text_io::Json (*)(const Plan&);

inline constexpr std::string_view no_setting_key = "-";

struct SettingCell {
  /// "" = as Trainer's arguments, or none for a program that does not take them; no_setting_key = none
  std::string_view key = {};
  SettingValue value = nullptr;   ///< nullptr = as the row
  std::string_view instead = {};  ///< effect in the program if it has no key: "PyTorch's own is used"
};

/// A cell without a key.
inline constexpr SettingCell no_key = {no_setting_key};

/// A row names what its programs have: Trainer's arguments and Axolotl's keys are none unless stated.
struct SettingRow {
  std::string_view plan_keys;  ///< keys that the value states, with spaces between
  SettingValue value = nullptr;
  /// Returns false for a plan whose setting no value states: the nearest is written, and the setting is
  /// named as left out. nullptr = every value states it.
  bool (*is_exact)(const Plan&) = nullptr;
  SettingCell arguments = no_key, run_clm = {}, trl = {}, axolotl = no_key, llama_factory = {}, ms_swift = {},
              lightning = {}, torchtitan = {}, verl = {}, verl_sft = {}, openrlhf = {};
};

std::span<const SettingRow> setting_rows();
/// Returns the row's cell, that of Trainer's arguments where the program takes those.
const SettingCell& cell_of(const SettingRow& row, SettingColumn column);
/// Returns the program's key for an argument of Trainer: the argument itself if no row has it.
std::string_view key_of_argument(std::string_view argument, SettingColumn column);
/// Calls `visit` with each of the row's plan keys.
template <class Visit>
void each_plan_key(std::string_view keys, const Visit& visit) {
  while (!keys.empty()) {
    const std::size_t end = std::min(keys.find(' '), keys.size());
    visit(keys.substr(0, end));
    keys.remove_prefix(std::min(end + 1, keys.size()));
  }
}

}  // namespace zp
