// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/text_node.h"

namespace zp {

/// The value of a name in a condition. `option` is the option with this default; "" if there is none.
struct PythonOperand {
  TextNode value;
  std::string option;
};
/// Returns the value of a name such as "batch" or "args.batch"; nullopt if it is known only when the program
/// runs.
using PythonOperands = std::function<std::optional<PythonOperand>(const std::string& name)>;

/// The truth of a condition.
struct PythonTruth {
  std::optional<bool> holds;  ///< nullopt: known only when the program runs
  std::string option;         ///< option whose default decides the condition; "" if there is none
};

/// Evaluates a condition of names and literals, with `not`, `and`, `or`, comparisons and `is None` (The
/// Python Language Reference, 6.10 and 6.11). Any other condition is undecided. Internal to this folder.
PythonTruth truth_of(std::string_view condition, const PythonOperands& operands);

}  // namespace zp
