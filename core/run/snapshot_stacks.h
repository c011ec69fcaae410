// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/run/pickle.h"
#include "core/run/snapshot.h"

namespace zp {

/// The stacks of a snapshot. Each list of frames is read only once, because a file refers to it many times.
class SnapshotStacks {
 public:
  SnapshotStacks(const Pickle& pickle, MemorySnapshot& out);
  /// Returns the index of the stack for a list of frames; 0 if `frames` is not a list.
  std::uint32_t of(PickleItem frames);

 private:
  struct Frame {
    std::uint32_t index = 0;  ///< index in MemorySnapshot::frames
    const FrameRole* role = nullptr;
    std::optional<SnapshotPhase> phase;
    bool is_python = false, is_outermost = false;
  };
  const Frame* frame(PickleItem item);
  std::uint32_t index_of(const SnapshotFrame& frame);
  SnapshotStack read(PickleItem frames);
  void visit(std::size_t count);

  MemorySnapshot& out_;
  std::size_t left_;                              ///< number of frames that may still be read
  std::vector<std::uint32_t> of_list_, of_dict_;  ///< by identity: index + 1, or 0 if unknown
  std::vector<Frame> frames_;
  std::unordered_map<std::string, std::uint32_t> index_;  ///< indexes of equal frames from different dicts
  std::map<std::tuple<std::optional<std::size_t>, const FrameRole*, std::optional<SnapshotPhase>>,
           std::uint32_t>
      known_;
};

}  // namespace zp
