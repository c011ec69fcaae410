// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace zp {

/// Evaluates an expression of whole numbers as in `$((…))`: + − × ÷ %, comparisons, && and ||, `? :`,
/// brackets, and names, whose texts `value_of` returns. Returns nullopt if a name is unknown, a divisor is 0,
/// a result exceeds 64 bits, or the text is not such an expression.
std::optional<std::int64_t> shell_arithmetic(
    std::string_view text, const std::function<std::optional<std::string>(std::string_view name)>& value_of);

}  // namespace zp
