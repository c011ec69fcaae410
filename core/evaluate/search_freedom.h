// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/search/space.h"

namespace zp {

/// Returns the freedom of a search for the document's best plan: with the parts of a batch free that nobody
/// stated (open_batch_of), if the micro batch is free.
Freedom with_open_batch(Freedom freedom, const PlanDocument& document);

}  // namespace zp
