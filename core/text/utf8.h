// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// UTF-8 by hand, as core has no text library.
namespace zp {

/// Returns true for a control character, on which neither a terminal nor a log should act.
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20u || c == 0x7F; }
/// Returns true if a byte begins a character; every other byte continues one.
constexpr bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }
/// Returns the number of characters (code points) of a valid text.
std::size_t count_characters(std::string_view text);
/// Returns the offset of the first byte that is not part of valid UTF-8; nothing if all of it is valid.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);
/// Appends a code point; one that UTF-8 cannot hold (half of a surrogate pair) becomes U+FFFD.
void append_utf8(std::string& text, std::uint32_t code_point);
/// Returns the character that the byte at `offset` belongs to; empty if those bytes are not UTF-8.
std::string_view character_around(std::string_view text, std::size_t offset);
/// Returns the code point of one character of UTF-8 (character_around).
std::uint32_t code_point_of(std::string_view character);
/// Returns true for characters that a reader cannot see in place: controls (C0, DEL, C1), marks and overrides
/// of direction, line separators, characters without width, and code points that are no characters.
bool is_unseen(std::uint32_t code_point);
/// Returns at most 40 characters of `text`, with "…" where something is left out and U+FFFD for control
/// characters, on which neither a terminal nor a log should act.
std::string shortened(std::string_view text);

}  // namespace zp
