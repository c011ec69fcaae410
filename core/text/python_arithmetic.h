// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "core/text/python_condition.h"

namespace zp {

/// Returns the number that an expression of known numbers comes to: sums, products and quotients with `//`
/// and `/`, `int`, `max` and `min` of them, and WORLD_SIZE of the environment (The Python Language Reference,
/// 6.7). Its option names those whose defaults it rests on, "batch_size, micro_batch_size". Returns nullopt
/// for any other expression, and where only a run of the program decides. Internal to this folder.
std::optional<PythonOperand> arithmetic_value(std::string_view source, const PythonOperands& operands);

}  // namespace zp
