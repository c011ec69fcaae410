// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/plan/plan.h"
#include "core/text/ordered_json.h"

/// The one table of the keys with which other programs' files state a plan's settings. Internal to this
/// folder and to core/write_back, which adds such keys to files.
namespace zp {

/// Programs whose files or commands state settings: the columns of the table. run_clm, TRL, LLaMA-Factory and
/// ms-swift also accept Trainer's arguments under the same names; the others do not. verl has two commands
/// with different keys.
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

/// Returns the value to write; null if this plan needs none.
using SettingValue = text_io::Json (*)(const Plan&);

inline constexpr std::string_view no_setting_key = "-";

struct SettingCell {
  /// "" = same as Trainer's arguments, or none if the program does not accept them; no_setting_key = none
  std::string_view key = {};
  SettingValue value = nullptr;   ///< nullptr = same as the row's
  std::string_view instead = {};  ///< what the program does if it has no key: "PyTorch's own is used"
};

/// A cell without a key.
inline constexpr SettingCell no_key = {no_setting_key};

/// A row has one cell per program. Cells for Trainer's arguments and Axolotl are empty unless stated.
struct SettingRow {
  std::string_view plan_keys;  ///< plan keys that the value states, separated by spaces
  SettingValue value = nullptr;
  /// Returns false if no value states the plan's setting exactly: the nearest is written, and the setting is
  /// reported as left out. nullptr = always exact.
  bool (*is_exact)(const Plan&) = nullptr;
  SettingCell arguments = no_key, run_clm = {}, trl = {}, axolotl = no_key, llama_factory = {}, ms_swift = {},
              lightning = {}, torchtitan = {}, verl = {}, verl_sft = {}, openrlhf = {};
};

std::span<const SettingRow> setting_rows();
/// Returns the program's cell, or that of Trainer's arguments if the program accepts those.
const SettingCell& cell_of(const SettingRow& row, SettingColumn column);
/// Returns the program's key for a Trainer argument: the argument itself if no row has it.
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
