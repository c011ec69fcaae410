// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/units/quantity.h"

/// The only place where numbers become text. Commas separate groups ("4,096"), a narrow no-break space
/// (U+202F) precedes the unit, and no figure except a count has more than four significant digits.
/// Independent of the locale.
namespace zp {

std::string format_count(std::int64_t n);  ///< "4,096", "-1,024"
std::string format_params(Params p);       ///< "512", "124 M", "6.74 B", "1.01 T": three significant digits
std::string format_gib(Bytes b);           ///< "40.9 GiB": always GiB, one decimal; from 1,000 on "1,024 GiB"
std::string format_gib_value(Bytes b);     ///< "40.9": GiB without the unit, for charts and tiles
std::string format_bytes(Bytes b);  ///< the most readable unit: "512 B", "1.5 KiB", "64.0 MiB", "1.2 TiB"
std::string format_exact_bytes(Bytes b);       ///< "25,269,058,560 bytes"
std::string format_gb_per_s(double gb_per_s);  ///< "300 GB/s", "31.5 GB/s"
std::string format_gb(double bytes);   ///< decimal units: "512 B", "13.5 GB", "1.08 TB"; "n/a" if unknown
std::string format_flop(double flop);  ///< "2.10 GFLOP", "563 TFLOP"
std::string format_flops(double per_second);  ///< "312 TFLOPS"
/// "812 µs", "54.1 ms", "3.42 s"; from ten minutes on "12.5 min", from two hours "3.40 h", from two days
/// "12.3 days"; three significant digits.
std::string format_seconds(double seconds);
std::string format_per_s(double per_second, std::string_view of);  ///< "24,310 tokens/s", of = "tokens"
std::string format_percent(
    double fraction);  ///< 0.123 → "12.3 %": three significant digits, no trailing zeros
/// "312", "0.125", "12,350": grouped, no exponent, no trailing zeros; "∞" and "n/a" for infinity and NaN.
std::string format_number(double value, int significant_digits = 4);
/// Returns the expression with digit groups in the whole part of each number: "2 × 4096.5" → "2 × 4,096.5".
std::string with_separators(std::string_view expression);

}  // namespace zp
