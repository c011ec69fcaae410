// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace zp {

/// The parts of a batch that nobody stated, which a search may choose.
struct OpenBatch {
  bool micro_batch = false, accumulation = false;
  bool operator==(const OpenBatch&) const = default;
};

/// Returns the parts that neither the plan nor its ds_config states. A program's default is not a statement;
/// a train_batch_size of a ds_config states both parts. Returns none for methods that generate what they
/// train on, whose batch is part of the algorithm, and for a model whose shape is unknown.
OpenBatch open_batch_of(const PlanDocument& document);

}  // namespace zp
