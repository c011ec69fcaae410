// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

/// Letters as keys and names are compared: ASCII alone has a case here, whatever the locale.
namespace zp {

std::string lower_case(std::string_view text);
/// Equal but for the case.
bool same_letters(std::string_view a, std::string_view b);

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string
/// alignment); `most` + 1 where it takes more than that many.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most);

/// "a.b" from "a" and "b", "b" from "" and "b": a key of a section as a dotted path.
std::string joined(std::string_view section, std::string_view key);
/// The two back from a dotted path: "a.b" of "a.b.c", "" of "c"; "c" of both.
std::string_view section_part(std::string_view path);
std::string_view key_part(std::string_view path);

/// "a, b, c", or with another sign between them.
std::string with_commas(std::span<const std::string> words, std::string_view between = ", ");

}  // namespace zp
