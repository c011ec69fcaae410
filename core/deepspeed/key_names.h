// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Finds the key that was meant by a name that DeepSpeed does not know.
namespace zp::config_check {

/// The key of `section` that `name` misspells: at most a fifth of its letters apart (one at least, three at
/// most), or holding it whole; "" where none is that near. Hyphens count as underscores.
std::string near_key(std::string_view name, std::string_view section);

/// Where a key of this name stands, when that is one other place than `section`: the dotted path.
std::optional<std::string> place_elsewhere(std::string_view name, std::string_view section);

/// Names by which people leave a remark in JSON: "_comment", "//", "#".
bool is_remark(std::string_view name);

}  // namespace zp::config_check
