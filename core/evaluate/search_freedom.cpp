// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/search_freedom.h"

#include "core/unstated/open_batch.h"

namespace zp {

Freedom with_open_batch(Freedom freedom, const PlanDocument& document) {
  freedom.open_batch =
      freedom.unstated_batch && freedom.micro_batch && freedom.sequences == 0 && leaves_batch_open(document);
  return freedom;
}

}  // namespace zp
