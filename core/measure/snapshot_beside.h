// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/memory/estimate.h"
#include "core/run/snapshot_peak.h"

/// A snapshot's peak beside what a plan expects there.
namespace zp {

/// What a part of the memory is, and what the plan says of it.
struct MemoryBeside {
  Bytes measured;
  Bytes predicted, low, high;
};

struct SnapshotBeside {
  Phase phase{};  ///< the one of the peak; the plan's peak phase where the snapshot names none
  MemoryBeside allocated;
  std::array<MemoryBeside, component_count> components{};  ///< by Component: what was traced
  /// Memory older than the recording, beside what the plan keeps between steps and nobody was seen to
  /// allocate.
  MemoryBeside older;
  /// The older memory is what there is before the optimizer's first step, whose states are left out then.
  bool before_first_step = false;
  Bytes unrecognised;  ///< traced to code that no row of the table names
};

/// The entry of the ledger that a site is: of two that one function makes the one nearer in size, and of a
/// forward pass's blocks those as large as the logits are the logits. Nothing where no entry is named.
std::optional<EntryId> entry_of(const PeakSite& site, const MemoryEstimate& estimate);

/// Pure. Every byte of the peak counts once: components, older and unrecognised sum to allocated.measured.
SnapshotBeside beside(const SnapshotPeak& peak, const MemoryEstimate& estimate);

}  // namespace zp
