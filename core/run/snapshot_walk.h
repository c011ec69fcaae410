// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/run/snapshot.h"
#include "core/units/quantity.h"

namespace zp {

/// A block that was alive at some time: asked for at event `made`, given back at event `freed`.
struct BlockLife {
  static constexpr std::size_t never = ~std::size_t{0};
  std::size_t made = never;   ///< never: before the recording
  std::size_t freed = never;  ///< never: alive at its end
  Bytes size;                 ///< with rounding
  std::uint32_t stack = 0;
};

/// A device's events told forward from what there is at their end.
struct MemoryWalk {
  std::vector<BlockLife> lives;
  std::vector<Bytes> allocated, reserved;  ///< before event 0, and behind each
};

MemoryWalk walk_events(const SnapshotDevice& device);

}  // namespace zp
