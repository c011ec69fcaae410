// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/text_node.h"

namespace zp {

/// The value of a name in a condition, and the option whose default it is; "" for another value.
struct PythonOperand {
  TextNode value;
  std::string option;
};
/// Returns the value of a name like "batch" or "args.batch"; nothing if only running the program tells.
using PythonOperands = std::function<std::optional<PythonOperand>(const std::string& name)>;

/// The truth of a condition.
struct PythonTruth {
  std::optional<bool> holds;  ///< nothing: only running the program would tell
  std::string option;         ///< an option whose default decides; "" if none does
};

/// Returns the truth of a condition of names and literals, which may be joined by `not`, `and`, `or`,
/// comparisons and `is None` (The Python Language Reference, 6.10 and 6.11). Another condition is undecided.
/// Internal to this folder.
PythonTruth truth_of(std::string_view condition, const PythonOperands& operands);

}  // namespace zp
