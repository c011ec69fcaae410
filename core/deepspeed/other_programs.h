// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

/// Programs whose files hold DeepSpeed's keys beside their own.
namespace zp::config_check {

struct OtherProgram {
  std::string_view name;
  std::span<const std::string_view> own;  ///< keys that DeepSpeed does not have
  /// The keys of `own` of which a file must have at least one, because other programs have the rest too.
  std::span<const std::string_view> marks;
  [[nodiscard]] bool owns(std::string_view key) const;  ///< hyphens count as underscores
};

/// Returns the program that the top-level keys of a file belong to: they hold one of its marks and at least
/// three of its own keys in all. Returns nullptr if there is none.
const OtherProgram* program_of(std::span<const std::string> keys);

}  // namespace zp::config_check
