// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

/// Regular expressions that select modules by name, as in PEFT's target_modules. Internal to this folder.
namespace zp::import_io {

/// Returns true if `pattern` matches the whole of `name`, as Python's re.fullmatch does; nullopt for
/// unsupported syntax: back references, look-behind, flags. Supported are characters, classes, `.`, groups,
/// alternatives, `* + ? {m,n}` and look-ahead. The time is polynomial in both lengths.
std::optional<bool> matches_whole(std::string_view pattern, std::string_view name);

/// Returns true if a text has characters that occur in regular expressions but not in module names.
bool is_pattern(std::string_view text);

}  // namespace zp::import_io
