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
  std::size_t made = never;   ///< `never` means before the recording
  std::size_t freed = never;  ///< `never` means alive at its end
  Bytes size;                 ///< with rounding
  std::uint32_t stack = 0;
};

/// The course of a device's memory over its events, computed from the memory at their end.
struct MemoryWalk {
  std::vector<BlockLife> lives;
  std::vector<Bytes> allocated, reserved;  ///< before event 0, and behind each event
};

MemoryWalk walk_events(const SnapshotDevice& device);

}  // namespace zp
