// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/ledger.h"
#include "core/run/pickle_reader.h"
#include "core/run/snapshot_frames.h"
#include "core/units/quantity.h"

/// The contents of a file of torch.cuda.memory._dump_snapshot: the allocator's segments and blocks at that
/// time, and the preceding allocations and frees (torch/csrc/cuda/memory_snapshot.cpp).
namespace zp {

/// A frame of a stack, as PyTorch prints it.
struct SnapshotFrame {
  std::string file;  ///< "" for code without a file
  std::int64_t line = 0;
  std::string function;
};

/// Facts from a stack about the code that allocated memory.
struct SnapshotStack {
  /// Index in MemorySnapshot::frames: the frame with the role, else the innermost frame of Python.
  std::optional<std::size_t> frame;
  const FrameRole* role = nullptr;     ///< nullptr if no frame has one
  std::optional<SnapshotPhase> phase;  ///< phase of the program
  bool operator==(const SnapshotStack&) const = default;
};

enum class BlockState : std::uint8_t { allocated, waiting, inactive };

/// A block of a segment.
struct SnapshotBlock {
  std::uint64_t address = 0;
  Bytes size;       ///< size after rounding
  Bytes requested;  ///< requested size; stale if inactive
  BlockState state = BlockState::inactive;
  std::uint32_t stack = 0;  ///< index in MemorySnapshot::stacks
};

enum class MemoryAction : std::uint8_t {
  allocate,
  free_requested,
  free_completed,
  reserve,    ///< reserves a segment, or a part of an expandable one
  give_back,  ///< releases a segment, or a part of an expandable one
  out_of_memory,
  other,
};

struct MemoryEvent {
  MemoryAction action = MemoryAction::other;
  std::uint64_t address = 0;
  Bytes size;                ///< requested size, without rounding
  std::int64_t time_us = 0;  ///< since 1970; 0 if not recorded
  std::uint32_t stack = 0;
  Bytes free{};  ///< free bytes of the driver, for out_of_memory
};

struct SnapshotDevice {
  int index = 0;
  Bytes reserved;   ///< Σ segments: memory_reserved() at the end
  Bytes allocated;  ///< Σ allocated blocks: memory_allocated() at the end
  std::vector<SnapshotBlock> blocks;
  std::vector<MemoryEvent> events;  ///< the last ones, as many as fit PyTorch's ring buffer, in time order
};

struct MemorySnapshot {
  std::vector<SnapshotFrame> frames;
  std::vector<SnapshotStack> stacks;    ///< the first one means "not recorded"
  std::vector<SnapshotDevice> devices;  ///< devices with memory or events, by index
};

/// Reads a snapshot pickled by any version of PyTorch. Throws FileError with one sentence, as read_pickle
/// does, and for data that cannot be part of a snapshot.
MemorySnapshot read_snapshot(std::istream& in, const PickleLimits& limits = {});

/// Reads a snapshot from a file; errors name the file.
MemorySnapshot read_snapshot_file(const std::string& path);

/// Returns true if a file begins like a pickle; false if it does not, or cannot be read.
bool is_snapshot_file(const std::string& path);

}  // namespace zp
