// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <istream>
#include <string_view>

#include "core/run/pickle.h"
#include "core/text/file_error.h"

namespace zp {

/// How much is read of a pickle before it is refused: a quarter of a million events with stacks of sixty
/// frames, in about a second and half a GiB of memory.
struct PickleLimits {
  std::uint64_t bytes = std::uint64_t{256} << 20;
  std::uint64_t opcodes = std::uint64_t{32} << 20;
  std::uint64_t references = std::uint64_t{16} << 20;  ///< in all containers together
  std::uint64_t containers = std::uint64_t{2} << 20;
  std::uint64_t memo = std::uint64_t{8} << 20;
  std::uint64_t stack = std::uint64_t{2} << 20;  ///< values that wait for their container
  std::uint64_t text = std::uint64_t{64} << 20;  ///< bytes of all texts together
  std::uint64_t one_text = std::uint64_t{1} << 20;
  std::uint64_t depth = 64;  ///< containers in containers, and marks in marks
};

/// Whether bytes begin as a pickle of protocol 2 or later does.
bool is_pickle(std::string_view begin);

/// Reads a pickle of protocol 2 to 5 that holds data alone: numbers, texts, lists, tuples and dicts. Nothing
/// is imported, called or built; time and memory are linear in what was read. Throws FileError in one
/// sentence with the byte and the opcode: one that would run code, one that data does not need, a broken or
/// cut file, a limit.
Pickle read_pickle(std::istream& in, const PickleLimits& limits = {});

}  // namespace zp
