// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

/// Regular expressions that choose modules by their names, as PEFT's target_modules may be one. Internal to
/// this folder.
namespace zp::import_io {

/// Returns true if `pattern` matches the whole of `name`, as Python's re.fullmatch does; nothing for a
/// pattern with syntax that is not read here: back references, looks behind, flags. Read are characters,
/// classes, `.`, groups, alternatives, `* + ? {m,n}` and looks ahead. The time is polynomial in both lengths.
std::optional<bool> matches_whole(std::string_view pattern, std::string_view name);

/// Returns true if a text has characters that only a regular expression has, not a module's name.
bool is_pattern(std::string_view text);

}  // namespace zp::import_io
