// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/memory/estimate.h"

namespace zp::test {

/// Returns the bytes of entry `id` in the ledger of `plan`.
inline std::int64_t bytes(const Plan& plan, EntryId id) {
  return estimate_memory(plan).ledger.bytes(id).value();
}

}  // namespace zp::test
