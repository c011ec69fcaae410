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
  std::span<const std::string_view> own;  ///< keys DeepSpeed has not
  /// Of these one must stand in its files, for others have the rest too.
  std::span<const std::string_view> marks;
  [[nodiscard]] bool owns(std::string_view key) const;  ///< hyphens count as underscores
};

/// The program whose file this is by the keys at its top: a mark and two more of its own; nullptr for none.
const OtherProgram* program_of(std::span<const std::string> keys);

}  // namespace zp::config_check
