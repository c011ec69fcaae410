// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/base64.h"

#include <cstdint>

namespace zp {
namespace {

constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::uint32_t digit_mask = 0x3F, byte_mask = 0xFF;

}  // namespace

std::string base64url(std::string_view bytes) {
  std::string text;
  text.reserve((4 * bytes.size() + 2) / 3);
  std::uint32_t waiting = 0;
  int bits = 0;
  for (const char byte : bytes) {
    waiting = waiting << 8 | static_cast<unsigned char>(byte);
    for (bits += 8; bits >= 6; bits -= 6)
      text += base64_digits[waiting >> (bits - 6) & digit_mask];
  }
  if (bits > 0) text += base64_digits[waiting << (6 - bits) & digit_mask];
  return text;
}

std::optional<std::string> from_base64url(std::string_view text) {
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  bytes.reserve(3 * text.size() / 4);
  std::uint32_t waiting = 0;
  int bits = 0;
  for (const char letter : text) {
    const std::size_t digit = base64_digits.find(letter);
    if (digit == std::string_view::npos) return std::nullopt;
    waiting = waiting << 6 | static_cast<std::uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(waiting >> bits & byte_mask);
  }
  if ((waiting & ((1U << bits) - 1)) != 0) return std::nullopt;  // bits after the last whole byte
  return bytes;
}

}  // namespace zp
