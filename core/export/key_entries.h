// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "core/memory/ledger.h"

namespace zp {

/// Returns the ledger entries whose bytes depend on a ds_config.json key, the main one first; empty for keys
/// that cost no memory. `path` is dotted from the root of the file. Source: the table of plan keys
/// (PlanKey::decides); tests/core/export/key_entries_test.cpp verifies it by changing the plan key by key.
std::span<const EntryId> entries_of_key(std::string_view path);

}  // namespace zp
