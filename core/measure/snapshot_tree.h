// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/measure/measure.h"

namespace zp {

/// A part of the memory at a snapshot's peak.
struct SnapshotNode {
  int parent = -1;   ///< index of its parent node; −1 for the root
  std::string name;  ///< "peak", a component, an entry, or the allocating code: "modeling.py:120 forward"
  Bytes bytes;       ///< sum over its children
  std::int64_t blocks = 0;
  std::optional<Component> component;  ///< for a component and everything in it
  std::optional<Bytes> predicted;      ///< for the root and components, if there is a plan
};

/// Returns the peak by component, entry and code, depth-first with the largest child first. `estimate`
/// belongs to the plan that the snapshot is compared with; nullptr if there is none.
std::vector<SnapshotNode> snapshot_tree(const MeasuredSnapshot& snapshot, const MemoryEstimate* estimate);

}  // namespace zp
