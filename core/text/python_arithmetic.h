// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "core/text/python_condition.h"

namespace zp {

/// Evaluates an expression of known numbers: sums, products and quotients with `//` and `/`, `int`, `max` and
/// `min`, and WORLD_SIZE of the environment (The Python Language Reference, 6.7). The result's `option` names
/// the options whose defaults were used, "batch_size, micro_batch_size". Returns nullopt for any other
/// expression, and if the value is known only when the program runs. Internal to this folder.
std::optional<PythonOperand> arithmetic_value(std::string_view source, const PythonOperands& operands);

}  // namespace zp
