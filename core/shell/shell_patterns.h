// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Shell patterns, as in `case` and `${NAME%pattern}`.
namespace zp {

/// Returns true if the whole text matches a pattern of `*`, `?`, `[…]` and plain characters.
bool matches_shell_pattern(std::string_view text, std::string_view pattern);

/// Return the text without the shortest or longest match at its beginning or end.
std::string without_prefix(std::string_view text, std::string_view pattern, bool is_longest);
std::string without_suffix(std::string_view text, std::string_view pattern, bool is_longest);

/// Returns the text after replacing the first match, or every match.
std::string with_replaced(std::string_view text, std::string_view pattern, std::string_view by,
                          bool is_every);

}  // namespace zp
