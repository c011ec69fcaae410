// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Search for the key that was meant by a name that DeepSpeed does not know.
namespace zp::config_check {

/// Returns the key of `section` that `name` misspells: one that holds it whole, or is at most a fifth
/// of its letters apart (at least one, at most three). Returns "" if no key is that near. Hyphens count
/// as underscores.
std::string near_key(std::string_view name, std::string_view section);

/// Returns the dotted path of the one place other than `section` where a key of this name stands, or nothing
/// if there is none or several. Names that other tools use for a key are known too.
std::optional<std::string> place_elsewhere(std::string_view name, std::string_view section);

/// Returns true for a name by which people leave a remark in JSON: "_comment", "//", "#".
bool is_remark(std::string_view name);

}  // namespace zp::config_check
