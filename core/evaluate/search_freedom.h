// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/search/space.h"

namespace zp {

/// Returns the freedom of a search for the document's best plan: with a free global batch if nobody stated
/// one (leaves_batch_open) and the micro batch is free.
Freedom with_open_batch(Freedom freedom, const PlanDocument& document);

}  // namespace zp
