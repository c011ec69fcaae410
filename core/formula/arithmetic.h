// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>

#include "core/formula/words.h"
#include "core/units/quantity.h"

/// Functions for formulas in addition to + − × ÷, overloaded for numbers and for Words. A formula calls them
/// unqualified: `min(a, b)` works for int64, double and Words.
namespace zp {

// Standard functions on numbers, under the names that Words has too.
constexpr int max(int a, int b) { return a < b ? b : a; }
constexpr std::int64_t min(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
constexpr std::int64_t max(std::int64_t a, std::int64_t b) { return a < b ? b : a; }
constexpr double min(double a, double b) { return a < b ? a : b; }
constexpr double max(double a, double b) { return a < b ? b : a; }
inline double floor(double a) { return std::floor(a); }
inline double ceil(double a) { return std::ceil(a); }

/// ⌈a/b⌉ and ⌊a/b⌋ of sizes; b > 0.
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b; }
inline double ceil_div(double a, double b) { return std::ceil(a / b); }
inline Words ceil_div(const Words& a, const Words& b) { return ceil(a / b); }
inline Words floor_div(const Words& a, const Words& b) { return floor(a / b); }

/// Converts a size to double.
constexpr double as_double(std::int64_t n) { return static_cast<double>(n); }
constexpr double as_double(double n) { return n; }
inline Words as_double(const Words& n) { return n; }

/// Rounds a product to whole bytes; integers are returned unchanged, others are rounded to nearest.
constexpr std::int64_t whole_bytes(std::int64_t bytes) { return bytes; }
constexpr std::int64_t whole_bytes(double bytes) { return bytes_of(bytes).value(); }
inline Words whole_bytes(const Words& bytes) { return bytes.is_whole() ? bytes : floor(bytes + 0.5); }

}  // namespace zp
