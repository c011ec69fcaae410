// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Finds the key that was meant by an unknown name.
namespace zp::config_check {

/// Returns the key of `section` that `name` misspells: one that it contains completely, or that differs by at
/// most a fifth of its letters (at least one, at most three). "" if there is none. Hyphens count as
/// underscores.
std::string near_key(std::string_view name, std::string_view section);

/// Returns the path of a key with this name outside `section`; nullopt if there is none or several. Also
/// recognises other tools' names.
std::optional<std::string> place_elsewhere(std::string_view name, std::string_view section);

/// Returns true for names that are used as comments in JSON: "_comment", "//", "#".
bool is_remark(std::string_view name);

}  // namespace zp::config_check
