// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

/// The ds_config.json keys that affect no figure of the planner, each with the reason. Every schema key
/// without a row here affects a figure (checked by tests/core/rules/key_effects_test.cpp).
namespace zp {

/// Why a key affects no figure.
enum class KeyEffect : std::uint8_t {
  not_counted,  ///< it changes bytes or seconds, but the figures do not include that
  // The other reasons have no relevant effect on bytes or seconds of a step.
  logging,      ///< what is printed, and where
  paths,        ///< names of files and folders
  numerics,     ///< changes numerical results, not their number or speed
  permission,   ///< what DeepSpeed accepts instead of failing
  checkpoints,  ///< how a checkpoint is named, found and read
  layout,       ///< which ranks form groups; the plan's own keys state the sizes
  inference,    ///< read by DeepSpeed's inference engine only
  unread,       ///< DeepSpeed ignores it after reading it, or refuses it
};

struct KeyEffectRow {
  std::string_view covers;  ///< the key, or a section with all its keys; the longest match applies
  KeyEffect effect = KeyEffect::not_counted;
  /// One sentence for users: what is not included, or why there is nothing to include.
  std::string_view reason;
  /// Switches, with full paths, that enable the feature: it is active if all of them are on. A feature
  /// without switches is active if one of its keys differs from the default.
  std::array<std::string_view, 3> switches = {};
  std::string_view reported_key = {};  ///< key named in reports; "" for `covers`
  std::string_view below = {};         ///< switch without which the keys have no effect; "" for none

  [[nodiscard]] std::string_view key() const { return reported_key.empty() ? covers : reported_key; }
};

std::span<const KeyEffectRow> key_effects();
/// Returns the row of a schema key by its path; nullptr if the key affects a figure.
const KeyEffectRow* key_effect_of(std::string_view path);

}  // namespace zp
