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

/// Whether bytes begin as a pickle of protocol 2 or later does.
bool is_pickle(std::string_view begin);

/// Reads a pickle of protocol 2 to 5 that holds data alone: numbers, texts, lists, tuples and dicts. Nothing
/// is imported, called or built; time and memory are linear in what was read. Throws FileError in one
/// sentence with the byte and the opcode: one that would run code, one that data does not need, a broken or
/// cut file, a limit.
Pickle read_pickle(std::istream& in, const PickleLimits& limits = {});

}  // namespace zp
