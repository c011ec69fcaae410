// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/memory/estimate.h"

namespace zp::test {

/// What the ledger of `plan` holds under `id`.
inline std::int64_t bytes(const Plan& plan, EntryId id) {
  return estimate_memory(plan).ledger.bytes(id).value();
}

}  // namespace zp::test
