// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Internal to dsconfig: UTF-8 by hand, because core has no text library.
namespace zp::config_text {

/// Where the first byte stands that is not part of valid UTF-8, or nothing.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);
/// Appends a code point; one that UTF-8 cannot hold (half of a surrogate pair) becomes U+FFFD.
void append_utf8(std::string& text, std::uint32_t code_point);

}  // namespace zp::config_text
