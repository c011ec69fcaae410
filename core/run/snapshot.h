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

/// The contents of a file of torch.cuda.memory._dump_snapshot: the allocator's segments and blocks as they
/// are, and the allocations and frees that led there (torch/csrc/cuda/memory_snapshot.cpp).
namespace zp {

/// A line of a stack, as PyTorch prints it.
struct SnapshotFrame {
  std::string file;  ///< "" for code without a file
  std::int64_t line = 0;
  std::string function;
};

/// The facts that a stack tells about the code that asked for memory.
struct SnapshotStack {
  /// Index in MemorySnapshot::frames: the frame that names the role, else the innermost of Python.
  std::optional<std::size_t> frame;
  const FrameRole* role = nullptr;     ///< nullptr if no frame names one
  std::optional<SnapshotPhase> phase;  ///< phase that the program was in
  bool operator==(const SnapshotStack&) const = default;
};

enum class BlockState : std::uint8_t { allocated, waiting, inactive };

/// A piece of a segment.
struct SnapshotBlock {
  std::uint64_t address = 0;
  Bytes size;       ///< with the bytes that rounding added
  Bytes requested;  ///< as the program asked; stale if inactive
  BlockState state = BlockState::inactive;
  std::uint32_t stack = 0;  ///< index in MemorySnapshot::stacks
};

enum class MemoryAction : std::uint8_t {
  allocate,
  free_requested,
  free_completed,
  reserve,    ///< reserves a segment, or a piece of an expandable one
  give_back,  ///< gives back a segment, or a piece of an expandable one
  out_of_memory,
  other,
};

struct MemoryEvent {
  MemoryAction action = MemoryAction::other;
  std::uint64_t address = 0;
  Bytes size;                ///< as the program asked, without rounding
  std::int64_t time_us = 0;  ///< since 1970; 0 if none was recorded
  std::uint32_t stack = 0;
  Bytes free{};  ///< bytes that the driver had left, for out_of_memory
};

struct SnapshotDevice {
  int index = 0;
  Bytes reserved;   ///< Σ segments: memory_reserved() at the end
  Bytes allocated;  ///< Σ allocated blocks: memory_allocated() at the end
  std::vector<SnapshotBlock> blocks;
  std::vector<MemoryEvent> events;  ///< the last ones that fitted PyTorch's ring buffer, in their order
};

struct MemorySnapshot {
  std::vector<SnapshotFrame> frames;
  std::vector<SnapshotStack> stacks;    ///< the first stands for "none was recorded"
  std::vector<SnapshotDevice> devices;  ///< devices that hold or did anything, by index
};

/// Reads a snapshot as any version of PyTorch pickles it. Throws FileError in one sentence, as read_pickle
/// does, and for data that no snapshot holds.
MemorySnapshot read_snapshot(std::istream& in, const PickleLimits& limits = {});

/// Reads a snapshot from a file, which the sentence of an error then names.
MemorySnapshot read_snapshot_file(const std::string& path);

/// Returns true if a file begins as a pickle does; false if it does not, or cannot be read.
bool is_snapshot_file(const std::string& path);

}  // namespace zp
