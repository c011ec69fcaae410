// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>

#include "core/plan_file/plan_file.h"
#include "core/units/quantity.h"

/// Makes RapidCheck print a counterexample plan as a file that can be opened.
namespace zp {

inline void showValue(const Plan& plan, std::ostream& out) { out << write_plan({plan, {}}); }

template <class Tag, class Rep>
void showValue(const Quantity<Tag, Rep>& quantity, std::ostream& out) {
  out << quantity.value();
}

}  // namespace zp
