// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/snapshot_walk.h"

#include <algorithm>
#include <unordered_map>

namespace zp {
namespace {

/// Returns the size after the allocator's rounding (c10/cuda/CUDACachingAllocator.cpp, round_size:
/// kMinBlockSize).
Bytes rounded(Bytes requested) {
  constexpr std::int64_t step = 512;
  return Bytes(std::max(step, (requested.value() + step - 1) / step * step));
}

using AliveByAddress = std::unordered_map<std::uint64_t, std::size_t>;  ///< index of the block's life

/// Pairs allocations with frees; returns the blocks that are never freed. If an address is allocated twice,
/// the free in between was lost.
AliveByAddress pair_events(const SnapshotDevice& device, std::vector<BlockLife>& lives) {
  AliveByAddress alive;
  for (std::size_t i = 0; i < device.events.size(); ++i) {
    const MemoryEvent& event = device.events[i];
    if (event.action == MemoryAction::allocate) {
      const auto [place, is_new] = alive.try_emplace(event.address, lives.size());
      if (!is_new) {
        lives[place->second].freed = i;
        place->second = lives.size();
      }
      lives.push_back({.made = i, .size = rounded(event.size), .stack = event.stack});
    } else if (event.action == MemoryAction::free_requested) {
      const auto place = alive.find(event.address);
      if (place == alive.end()) {
        lives.push_back({.freed = i, .size = rounded(event.size)});
      } else {
        lives[place->second].freed = i;
        alive.erase(place);
      }
    }
  }
  return alive;
}

/// Corrects the blocks at the end. The blocks in the final state are exact; other unfreed blocks lost their
/// free.
void settle_end(const SnapshotDevice& device, AliveByAddress alive, std::vector<BlockLife>& lives) {
  for (const SnapshotBlock& block : device.blocks) {
    if (block.state != BlockState::allocated) continue;
    const auto place = alive.find(block.address);
    if (place == alive.end()) {
      lives.push_back({.size = block.size, .stack = block.stack});
      continue;
    }
    lives[place->second].size = block.size;
    alive.erase(place);
  }
  for (const auto& [address, life] : alive)
    lives[life].freed = device.events.size();
}

/// Returns the amounts before the first event and after each event, computed from the change at each event
/// and the final amount.
std::vector<Bytes> told_forward(std::vector<Bytes> changes, Bytes end) {
  Bytes sum;
  for (Bytes& change : changes) {
    sum += change;
    change = sum;
  }
  const Bytes start = end - sum;
  for (Bytes& amount : changes)
    amount = std::max(Bytes(0), amount + start);
  changes.insert(changes.begin(), std::max(Bytes(0), start));
  return changes;
}

}  // namespace

MemoryWalk walk_events(const SnapshotDevice& device) {
  MemoryWalk walk;
  settle_end(device, pair_events(device, walk.lives), walk.lives);

  const std::size_t events = device.events.size();
  std::vector<Bytes> allocated(events + 1),
      reserved(events);  // lost blocks are freed after all events
  Bytes end;
  for (const BlockLife& life : walk.lives) {
    if (life.made < events) allocated[life.made] += life.size;
    if (life.freed <= events) allocated[life.freed] -= life.size;
    if (life.freed == BlockLife::never) end += life.size;
  }
  for (std::size_t i = 0; i < events; ++i) {
    if (device.events[i].action == MemoryAction::reserve) reserved[i] = device.events[i].size;
    if (device.events[i].action == MemoryAction::give_back) reserved[i] -= device.events[i].size;
  }
  walk.allocated = told_forward(std::move(allocated), end);
  walk.allocated.pop_back();
  walk.reserved = told_forward(std::move(reserved), device.reserved);
  return walk;
}

}  // namespace zp
