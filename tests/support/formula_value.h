// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace zp::test {

/// Returns the value of a printed formula, using an independent parser: + − · × * ÷ /, parentheses, min, max,
/// ⌈⌉, ⌊⌋, plain numbers and names. Returns nullopt if the text is not a formula or `value_of` does not know
/// a name. long double represents integers up to 2^63 exactly.
std::optional<long double> formula_value(
    std::string_view text, const std::function<std::optional<long double>(std::string_view)>& value_of = {});

}  // namespace zp::test
