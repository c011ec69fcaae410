// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <istream>
#include <string_view>

#include "core/run/pickle.h"
#include "core/text/file_error.h"
#include "core/text/limits.h"

namespace zp {

/// Returns true if the bytes begin like a pickle of protocol 2 to 5.
bool is_pickle(std::string_view begin);

/// Reads a pickle of protocol 2 to 5 that contains only data: numbers, texts, lists, tuples and dicts. Never
/// imports, calls or instantiates anything; time and memory are linear in the bytes read. Throws FileError,
/// one sentence with the offset and the opcode, for an opcode that would run code or that plain data does not
/// need, for a malformed or truncated file, and if a limit is exceeded.
Pickle read_pickle(std::istream& in, const PickleLimits& limits = {});

}  // namespace zp
