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

/// Returns true if the bytes begin as a pickle of protocol 2 to 5 does.
bool is_pickle(std::string_view begin);

/// Reads a pickle of protocol 2 to 5 that holds data alone: numbers, texts, lists, tuples and dicts. It never
/// imports, calls or builds anything; time and memory are linear in what was read. Throws FileError, in one
/// sentence with the byte and the opcode, for an opcode that would run code or that data does not need, for a
/// broken or cut file, and for a limit.
Pickle read_pickle(std::istream& in, const PickleLimits& limits = {});

}  // namespace zp
