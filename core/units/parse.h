// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace zp {

/// Reads what people type for a number: plain ("4096"), grouped ("4,096", "4 096"), scientific ("7e9"), with
/// a decimal suffix k M B/G T in either case ("7b", "6.74 B", "4k"), or a product or sum of those ("2*8",
/// "2 × 8", "4k+512"). A sign may stand at the front only. Returns nothing when the text is none of them, or
/// a number in it is too large or too small for a double. A comma is never a decimal point: "1,5" and "0,125"
/// are nothing.
std::optional<double> parse_number(std::string_view text);

/// The same, for a value that must be whole: "4.5k" is 4500, "0.5" is nothing, nor is what an int64 cannot
/// hold. Plain and grouped integers are exact over the whole range of an int64.
std::optional<std::int64_t> parse_count(std::string_view text);

/// A length in tokens: like parse_count, but k and M behind it are powers of two, as everybody means it ("8k"
/// is 8,192, "1M" 1,048,576), where that comes out whole; "8e3" is 8,000.
std::optional<std::int64_t> parse_tokens(std::string_view text);

/// An amount of memory in GiB: a bare number is GiB; "80 GB", "512MiB", "1.5 TiB" are converted, in any case;
/// a single letter is the binary unit ("80G" is 80 GiB, as in free(1)). Nothing for a negative amount.
std::optional<double> parse_gib(std::string_view text);

}  // namespace zp
