// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/utf8.h"

#include <algorithm>
#include <array>

namespace zp {
namespace {

/// The number of bytes that follow a lead byte, and the allowed range of the first of them (Unicode 15, table
/// 3-7).
struct LeadByte {
  int following = -1;
  unsigned char low = 0x80, high = 0xBF;
};

LeadByte lead_of(unsigned char byte) {
  if (byte < 0x80) return {0};
  if (byte < 0xC2) return {};
  if (byte < 0xE0) return {1};
  if (byte == 0xE0) return {2, 0xA0, 0xBF};
  if (byte == 0xED) return {2, 0x80, 0x9F};
  if (byte < 0xF0) return {2};
  if (byte == 0xF0) return {3, 0x90, 0xBF};
  if (byte < 0xF4) return {3};
  if (byte == 0xF4) return {3, 0x80, 0x8F};
  return {};
}

}  // namespace

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_character));
}

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const LeadByte lead = lead_of(static_cast<unsigned char>(text[at]));
    const auto following = static_cast<std::size_t>(lead.following);
    if (lead.following < 0 || at + following >= text.size()) return at;
    for (std::size_t i = 1; i <= following; ++i) {
      const auto byte = static_cast<unsigned char>(text[at + i]);
      const bool fits = i == 1 ? byte >= lead.low && byte <= lead.high : byte >= 0x80 && byte <= 0xBF;
      if (!fits) return at;
    }
    at += following + 1;
  }
  return std::nullopt;
}

void append_utf8(std::string& text, std::uint32_t code_point) {
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) code_point = 0xFFFD;
  const auto add = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code_point < 0x80) return add(code_point);
  if (code_point < 0x800) {
    add(0xC0 | (code_point >> 6));
  } else {
    if (code_point < 0x10000) {
      add(0xE0 | (code_point >> 12));
    } else {
      add(0xF0 | (code_point >> 18));
      add(0x80 | ((code_point >> 12) & 0x3F));
    }
    add(0x80 | ((code_point >> 6) & 0x3F));
  }
  add(0x80 | (code_point & 0x3F));
}

std::string_view character_around(std::string_view text, std::size_t offset) {
  std::size_t begin = offset;
  while (begin > 0 && !starts_character(text[begin]))
    --begin;
  const LeadByte lead = lead_of(static_cast<unsigned char>(text[begin]));
  const auto length = static_cast<std::size_t>(lead.following) + 1;
  const std::string_view character = text.substr(begin, length);
  const bool is_whole = character.size() == length && begin + length > offset;
  return is_whole && !first_invalid_utf8(character) ? character : std::string_view();
}

std::uint32_t code_point_of(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return lead;
  std::uint32_t code_point = lead & (0x7Fu >> character.size());
  for (const char following : character.substr(1))
    code_point = code_point << 6 | (static_cast<unsigned char>(following) & 0x3Fu);
  return code_point;
}

/// The ranges are the characters of categories Cc, Cf, Zl, Zp and Cn of Unicode 15 that affect how a text
/// appears.
bool is_unseen(std::uint32_t code_point) {
  struct Range {
    std::uint32_t first, last;
  };
  constexpr std::array<Range, 10> unseen = {{{0x00, 0x1F},
                                             {0x7F, 0x9F},
                                             {0xAD, 0xAD},
                                             {0x61C, 0x61C},
                                             {0x200B, 0x200F},
                                             {0x2028, 0x202E},
                                             {0x2060, 0x206F},
                                             {0xFEFF, 0xFEFF},
                                             {0xFFF9, 0xFFFB},
                                             {0xFFFE, 0xFFFF}}};
  return std::ranges::any_of(unseen, [code_point](const Range& range) {
    return code_point >= range.first && code_point <= range.last;
  });
}

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string shown;
  std::size_t characters = 0;
  for (const char c : text) {
    if (starts_character(c) && ++characters > longest) return shown + "…";
    if (is_control(c))
      shown += "\uFFFD";
    else
      shown += c;
  }
  return shown;
}

}  // namespace zp
