// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/run/snapshot.h"
#include "core/units/quantity.h"

namespace zp {

/// The life of a block: allocated at event `made`, freed at event `freed`.
struct BlockLife {
  static constexpr std::size_t never = ~std::size_t{0};
  std::size_t made = never;   ///< `never` means before the recording
  std::size_t freed = never;  ///< `never` means alive at the end of the recording
  Bytes size;                 ///< with rounding
  std::uint32_t stack = 0;
};

/// A device's memory over its events, computed backwards from the final memory.
struct MemoryWalk {
  std::vector<BlockLife> lives;
  std::vector<Bytes> allocated, reserved;  ///< before event 0, and after each event
};

MemoryWalk walk_events(const SnapshotDevice& device);

}  // namespace zp
