// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

/// Programs whose files mix DeepSpeed's keys with their own.
namespace zp::config_check {

struct OtherProgram {
  std::string_view name;
  std::span<const std::string_view> own;  ///< keys that DeepSpeed does not have
  /// The keys of `own` that identify the program, because the rest occurs in other programs too.
  std::span<const std::string_view> marks;
  [[nodiscard]] bool owns(std::string_view key) const;  ///< hyphens count as underscores
};

/// Returns the program to which a file's top-level keys belong: they include one of its marks and at least
/// three of its own keys. nullptr if there is none.
const OtherProgram* program_of(std::span<const std::string> keys);

}  // namespace zp::config_check
