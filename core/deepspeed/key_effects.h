// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

/// The keys of a ds_config.json that move no figure of the planner, each with the reason. A key of the schema
/// without a row here moves a figure (tests/core/rules/key_effects_test.cpp checks this).
namespace zp {

/// The reason why a key moves no figure.
enum class KeyEffect : std::uint8_t {
  not_counted,  ///< it costs or saves bytes or seconds that the figures leave out
  // The other reasons cost neither bytes nor seconds of a step that are worth counting.
  logging,      ///< what is printed, and where it goes
  paths,        ///< names of files and folders
  numerics,     ///< which numbers come out, not how many or how fast
  permission,   ///< what DeepSpeed accepts instead of stopping
  checkpoints,  ///< how a checkpoint is named, found and read
  layout,       ///< which ranks belong together; the plan's own keys say how many
  inference,    ///< read by DeepSpeed's inference engine only
  unread,       ///< DeepSpeed reads it and does nothing with it, or refuses it
};

struct KeyEffectRow {
  std::string_view covers;  ///< the key, or the section with all its keys; the longest of several counts
  KeyEffect effect = KeyEffect::not_counted;
  /// One sentence for people: what is not counted, or why there is nothing to count.
  std::string_view reason;
  /// Switches, dotted from the root, that turn the feature on: it acts where all of them are on, whatever
  /// else it states. A feature without switches acts where one of its keys differs from its default.
  std::array<std::string_view, 3> on = {};
  std::string_view told_at = {};  ///< key that a report names; "" for `covers`
  std::string_view below = {};    ///< switch without which the keys do not act; "" for none

  [[nodiscard]] std::string_view key() const { return told_at.empty() ? covers : told_at; }
};

std::span<const KeyEffectRow> key_effects();
/// Returns the row of a schema key by its path, or nullptr if the key moves a figure.
const KeyEffectRow* key_effect_of(std::string_view path);

}  // namespace zp
