// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/memory/ledger.h"
#include "core/plan/plan.h"

namespace zp {

/// An entry put into words, only when somebody looks: what it is, the formula with this plan's numbers put
/// in, where the formula comes from, and the setting that would shrink it ("" when there is none).
struct Explanation {
  std::string_view title;   ///< "Optimizer states"
  std::string meaning;      ///< one sentence
  std::string formula;      ///< "8·P/N = 8 × 6,738,415,616 / 8 = 6,738,415,616"
  std::string_view source;  ///< paper equation, or DeepSpeed file and function
  std::string_view lever;   ///< "zero.reduce_bucket_size"
};
Explanation explain(const Plan& plan, const Entry& entry);

}  // namespace zp
