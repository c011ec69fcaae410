// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/memory/estimate.h"
#include "core/plan/plan.h"
#include "core/reference/differences.h"

namespace zp {

/// One figure of another estimator for this plan, and ours for the same thing where there is one.
struct OtherFigure {
  QString what;  ///< "Model states on one GPU"
  Bytes theirs;
  std::optional<Bytes> ours = {};
};

struct OtherEstimate {
  Estimator who{};
  std::vector<OtherFigure> figures;
  QString silence = {};  ///< why it says nothing of this plan, where it does not
};

/// Every estimator of core/reference, asked about this plan.
std::vector<OtherEstimate> otherEstimates(const Plan& plan, const MemoryEstimate& estimate);

}  // namespace zp
