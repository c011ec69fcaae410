// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// UTF-8 functions, because core uses no Unicode library.
namespace zp {

/// Returns true for a control character, which must not reach a terminal or a log.
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20u || c == 0x7F; }
/// Returns true if a byte begins a character; every other byte continues one.
constexpr bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }
/// Returns the number of characters (code points) of a valid text.
std::size_t count_characters(std::string_view text);
/// Returns the offset of the first byte that is not valid UTF-8; nullopt if the whole text is valid.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);
/// Appends a code point; a code point that UTF-8 cannot encode (half of a surrogate pair) becomes U+FFFD.
void append_utf8(std::string& text, std::uint32_t code_point);
/// Returns the character that contains the byte at `offset`; empty if those bytes are not UTF-8.
std::string_view character_around(std::string_view text, std::size_t offset);
/// Returns the code point of a single UTF-8 character (character_around).
std::uint32_t code_point_of(std::string_view character);
/// Returns true for characters that are invisible in a text: controls (C0, DEL, C1), direction marks and
/// overrides, line separators, characters without width, and code points that are not characters.
bool is_unseen(std::uint32_t code_point);
/// Returns at most 40 characters of `text`, with "…" for an omitted part and U+FFFD for control characters,
/// which must not reach a terminal or a log.
std::string shortened(std::string_view text);

}  // namespace zp
