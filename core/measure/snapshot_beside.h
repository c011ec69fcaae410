// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/memory/estimate.h"
#include "core/run/snapshot_peak.h"

/// A snapshot's peak compared with the plan's prediction.
namespace zp {

/// Measured and predicted bytes of a part of the memory.
struct MemoryComparison {
  Bytes measured;
  Bytes predicted, low, high;
};

struct SnapshotComparison {
  Phase phase{};  ///< phase of the peak; the plan's peak phase if the snapshot does not show one
  MemoryComparison allocated;
  std::array<MemoryComparison, component_count> components{};  ///< traced memory, indexed by Component
  /// Memory older than the recording, compared with the memory that the plan keeps between steps and that no
  /// event allocated.
  MemoryComparison older;
  /// True if the older memory is that before the first optimizer step, whose states are then excluded.
  bool before_first_step = false;
  Bytes unrecognised;  ///< memory traced to code that is not in the table
};

/// Returns the ledger entry of an allocation site; nullopt if there is none. If one function allocates two
/// entries, the one with the closer size; forward-pass blocks as large as the logits are the logits.
std::optional<EntryId> entry_of(const PeakSite& site, const MemoryEstimate& estimate);

/// Compares a peak with the plan. Pure. Every byte of the peak is counted once: components, older and
/// unrecognised add up to allocated.measured.
SnapshotComparison comparison_of(const SnapshotPeak& peak, const MemoryEstimate& estimate);

}  // namespace zp
