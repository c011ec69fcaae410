// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/search_freedom.h"

#include "core/unstated/open_batch.h"

namespace zp {

Freedom with_open_batch(Freedom freedom, const PlanDocument& document) {
  if (!freedom.unstated_batch || !freedom.micro_batch || freedom.sequences != 0) return freedom;
  const OpenBatch open = open_batch_of(document);
  freedom.open_batch = open != OpenBatch();
  freedom.states_micro_batch = freedom.open_batch && !open.micro_batch;
  freedom.states_accumulation = freedom.open_batch && !open.accumulation;
  return freedom;
}

}  // namespace zp
