// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/memory/estimate.h"
#include "core/run/snapshot_peak.h"

/// A snapshot's peak beside the plan's expectation.
namespace zp {

/// The measured bytes of a part of the memory, and the plan's prediction of them.
struct MemoryBeside {
  Bytes measured;
  Bytes predicted, low, high;
};

struct SnapshotBeside {
  Phase phase{};  ///< phase of the peak; the plan's peak phase if the snapshot names none
  MemoryBeside allocated;
  std::array<MemoryBeside, component_count> components{};  ///< traced memory, by Component
  /// Memory older than the recording, beside what the plan keeps between steps and no event was
  /// seen to allocate.
  MemoryBeside older;
  /// True if the older memory is that before the optimizer's first step; its states are then left out.
  bool before_first_step = false;
  Bytes unrecognised;  ///< memory traced to code that no row of the table names
};

/// Returns the entry of the ledger that a site belongs to; nothing if none is named. Of two entries
/// that one function makes it is the one nearer in size; blocks of a forward pass as large as the
/// logits are the logits.
std::optional<EntryId> entry_of(const PeakSite& site, const MemoryEstimate& estimate);

/// Compares a peak with the plan. Pure. Every byte of the peak counts once: components, older and
/// unrecognised sum to allocated.measured.
SnapshotBeside beside(const SnapshotPeak& peak, const MemoryEstimate& estimate);

}  // namespace zp
