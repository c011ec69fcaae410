// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "core/memory/ledger.h"

namespace zp {

/// The entries of the ledger whose bytes a key of ds_config.json decides on, the first the one it is mainly
/// about; empty for keys that cost no memory. `path` is dotted from the root of the file. The plan's table of
/// keys says it (PlanKey::decides); that it is so is tests/core/export/key_entries_test.cpp's to prove: it
/// changes the plan key by key.
std::span<const EntryId> entries_of_key(std::string_view path);

}  // namespace zp
