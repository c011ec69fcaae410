// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

/// Comparison of letters in keys and names. Only ASCII letters are compared without case, in any locale.
namespace zp {

std::string lower_case(std::string_view text);
/// Returns true if the texts are equal without regard to case.
bool same_letters(std::string_view a, std::string_view b);

/// Returns the number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`
/// (optimal string alignment); `most` + 1 if the number is above `most`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most);

/// Returns the dotted path of a key in a section: "a.b" for "a" and "b", "b" for "" and "b".
std::string joined(std::string_view section, std::string_view key);
/// Return the parts of a dotted path: the section ("a.b" of "a.b.c", "" of "c"), and the key ("c" of both).
std::string_view section_part(std::string_view path);
std::string_view key_part(std::string_view path);

/// Returns "a, b, c", or the words with another separator.
std::string with_commas(std::span<const std::string> words, std::string_view between = ", ");

}  // namespace zp
