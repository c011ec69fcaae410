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
  int parent = -1;  ///< index of the node that it is a part of; −1 for the whole
  std::string
      name;     ///< "peak", a component, an entry, or the code that asked for it: "modeling.py:120 forward"
  Bytes bytes;  ///< the parts of a node sum to its bytes
  std::int64_t blocks = 0;
  std::optional<Component> component;  ///< of a component, and of what is in it
  std::optional<Bytes> predicted;      ///< of the whole and of a component, if there is a plan
};

/// Returns the peak by component, entry and code: the whole first, each node before its parts, the largest
/// part first. `estimate` is of the plan that the snapshot stands beside; nullptr if there is none.
std::vector<SnapshotNode> snapshot_tree(const MeasuredSnapshot& snapshot, const MemoryEstimate* estimate);

}  // namespace zp
