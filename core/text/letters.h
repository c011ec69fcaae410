// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

/// Comparison of letters in keys and names: only ASCII letters have a case here, whatever the locale.
namespace zp {

std::string lower_case(std::string_view text);
/// Returns true if the texts are equal when case is ignored.
bool same_letters(std::string_view a, std::string_view b);

/// Returns the number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`
/// (optimal string alignment); `most` + 1 if it takes more than `most`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most);

/// Returns a key of a section as a dotted path: "a.b" from "a" and "b", "b" from "" and "b".
std::string joined(std::string_view section, std::string_view key);
/// Return the parts of a dotted path: the section, "a.b" of "a.b.c" and "" of "c"; and the key, "c" of both.
std::string_view section_part(std::string_view path);
std::string_view key_part(std::string_view path);

/// Returns "a, b, c", or the words with another sign between them.
std::string with_commas(std::span<const std::string> words, std::string_view between = ", ");

}  // namespace zp
