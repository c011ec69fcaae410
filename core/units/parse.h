// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Reads numbers as people type them. Files are read strictly, by core/text.
namespace zp {

/// The decimal mark that a person is used to. Both forms are read under either: "1.5" and "1,5", "1,234.5"
/// and "1.234,5", "1,000,000" and "1.000.000". It decides only how a number is read that has a single comma
/// or point, one to three digits before it (the first not zero) and exactly three behind it:
/// - In a field of whole numbers the sign separates thousands: "1.500" and "1,500" are 1500.
/// - Elsewhere, under `point`, the comma separates thousands and the point is decimal, as in the program's
///   own output: "1,500" is 1500 and "1.500" is 1.5.
/// - Elsewhere, under `comma`, both readings are possible, as the program prints the other form. Such a text
///   is not read, and ambiguous_sentence says what to write.
enum class DecimalMark : std::uint8_t { point, comma };

/// Reads a typed number: plain ("4096"), with a decimal point or comma ("1.5", "1,5"), grouped ("4,096",
/// "4 096", "4_096", "1.000.000"), scientific ("7e9"), with a decimal suffix k M B/G T in either case ("7b",
/// "6.74 B", "13,5B"), or a product or sum of those ("2*8", "2 × 8", "4k+512"). Only the front may have a
/// sign. Returns nothing for any other text, for a number that a double cannot hold, and for a text with two
/// readings.
std::optional<double> parse_number(std::string_view text, DecimalMark mark = DecimalMark::point);

/// Reads a number that must be whole: "4.5k" is 4500. Returns nothing for "0.5", and for a number that an
/// int64 cannot hold. Plain and grouped integers are exact over the whole range of an int64.
std::optional<std::int64_t> parse_count(std::string_view text, DecimalMark mark = DecimalMark::point);

/// Reads a length in tokens, like parse_count, but k and M behind it are powers of two, as everybody means it
/// ("8k" is 8,192, "1M" 1,048,576), if that comes out whole; "8e3" is 8,000.
std::optional<std::int64_t> parse_tokens(std::string_view text, DecimalMark mark = DecimalMark::point);

/// Reads an amount of memory, in GiB. A bare number is GiB; "80 GB", "512MiB", "1,5 TiB" are converted, in
/// any case; a single letter is the binary unit ("80G" is 80 GiB, as in free(1)). Returns nothing for a
/// negative amount.
std::optional<double> parse_gib(std::string_view text, DecimalMark mark = DecimalMark::point);

/// Returns both readings of the first number in the text that has two, each as it is to be written: "1500 or
/// 1.5" for "1,500 GB"; "" if no number has two.
std::string two_readings(std::string_view text, DecimalMark mark);
/// Returns "“1,500” can mean 1500 or 1.5; write one of the two.", or "" if no number has two readings.
std::string ambiguous_sentence(std::string_view text, DecimalMark mark);

}  // namespace zp
