// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Parses numbers as people type them. core/text parses the numbers of files strictly.
namespace zp {

/// The decimal mark that a person is used to. Both forms are accepted under either mark: "1.5" and "1,5",
/// "1,234.5" and "1.234,5", "1,000,000" and "1.000.000". The mark only decides how to read a number with a
/// single comma or point that has one to three digits before it (the first not zero) and exactly three after
/// it:
/// - In a field for whole numbers the sign separates thousands: "1.500" and "1,500" are 1500.
/// - Elsewhere, under `point`, the comma separates thousands and the point is decimal, as in the program's
///   own output: "1,500" is 1500 and "1.500" is 1.5.
/// - Elsewhere, under `comma`, both readings are possible, because the program prints the other form. Such a
///   text is rejected, and ambiguous_sentence suggests how to write it.
enum class DecimalMark : std::uint8_t { point, comma };

/// Parses a typed number: plain ("4096"), with a decimal point or comma ("1.5", "1,5"), grouped ("4,096", "4
/// 096", "4_096", "1.000.000"), scientific ("7e9"), with a decimal suffix k M B/G T in either case ("7b",
/// "6.74 B", "13,5B"), or a product or sum of such numbers ("2*8", "2 × 8", "4k+512"). A sign is allowed only
/// at the start. Returns nullopt for any other text, for a number outside the range of a double, and for a
/// text with two readings.
std::optional<double> parse_number(std::string_view text, DecimalMark mark = DecimalMark::point);

/// Parses a number that must be whole: "4.5k" is 4500. Returns nullopt for "0.5", and for a number outside
/// the range of an int64. Plain and grouped integers are exact over that whole range.
std::optional<std::int64_t> parse_count(std::string_view text, DecimalMark mark = DecimalMark::point);

/// Parses a length in tokens, like parse_count, but with k and M as powers of two, as is usual for lengths
/// ("8k" is 8,192, "1M" 1,048,576), if the result is whole; "8e3" is 8,000.
std::optional<std::int64_t> parse_tokens(std::string_view text, DecimalMark mark = DecimalMark::point);

/// Parses an amount of memory and returns it in GiB. A bare number is in GiB; "80 GB", "512MiB", "1,5 TiB"
/// are converted, in upper or lower case; a single letter is the binary unit ("80G" is 80 GiB, as in
/// free(1)). Returns nullopt for a negative amount.
std::optional<double> parse_gib(std::string_view text, DecimalMark mark = DecimalMark::point);

/// Returns both readings of the first ambiguous number of the text, each in unambiguous form: "1500 or 1.5"
/// for "1,500 GB"; "" if no number is ambiguous.
std::string ambiguous_readings(std::string_view text, DecimalMark mark);
/// Returns "“1,500” can mean 1500 or 1.5; write one of the two.", or "" if no number is ambiguous.
std::string ambiguous_sentence(std::string_view text, DecimalMark mark);

}  // namespace zp
