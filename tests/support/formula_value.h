// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace zp::test {

/// Returns the value of a printed formula, read by a parser of its own: + − · × * ÷ /, brackets, min, max,
/// ⌈⌉, ⌊⌋, plain numbers and names. Returns no value if the text is not a formula or `value_of` does not know
/// a name. The type is long double, so that whole numbers up to 2^63 are exact.
std::optional<long double> formula_value(
    std::string_view text, const std::function<std::optional<long double>(std::string_view)>& value_of = {});

}  // namespace zp::test
