// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/memory/ledger.h"
#include "core/run/snapshot.h"
#include "core/units/quantity.h"

/// The peak of a snapshot, and the blocks alive at the peak.
namespace zp {

/// The known origin of a block.
enum class BlockOrigin : std::uint8_t {
  traced,            ///< its stack or its phase determines a role
  unrecognised,      ///< neither stack nor phase determines a role
  before_recording,  ///< it is older than the first event
};

/// Blocks alive at the peak that were allocated by the same code.
struct PeakSite {
  BlockOrigin origin = BlockOrigin::before_recording;
  std::optional<EntryId> entry = std::nullopt;        ///< entry of the ledger, if traced
  std::optional<EntryId> also = std::nullopt;         ///< alternative entry (FrameRole::also)
  std::optional<SnapshotFrame> frame = std::nullopt;  ///< frame that allocated the blocks
  Bytes bytes{};                                      ///< with rounding
  Bytes largest{};                                    ///< size of the largest block
  std::int64_t blocks = 0;
};

/// A moment of a recording.
struct MemoryMoment {
  double seconds = 0;  ///< seconds since the first event; the event's number if no times were recorded
  Bytes allocated, reserved;
  bool operator==(const MemoryMoment&) const = default;
};

/// A failed allocation.
struct FailedAllocation {
  Bytes requested;
  Bytes free;                 ///< free bytes of the driver
  Bytes allocated, reserved;  ///< at that moment
  std::optional<SnapshotFrame> frame;
  std::optional<EntryId> entry;  ///< entry that it was for
  std::optional<SnapshotPhase> phase;
};

struct SnapshotPeak {
  int device = 0;
  /// The maximum of allocated memory during the recording: max_memory_allocated(). Sizes are rounded up to
  /// 512 bytes as in the allocator. The unsplit rest of a larger block is known only for blocks alive at the
  /// end.
  Bytes allocated;
  Bytes reserved;  ///< the maximum of reserved memory: max_memory_reserved()
  Bytes end_allocated, end_reserved;
  std::size_t events = 0;  ///< number of recorded events; without events, the peak is the memory at the end
  std::size_t event = 0;   ///< event after which the peak is reached, from 1; 0 means before the first
  double seconds = 0;      ///< since the first event
  std::optional<SnapshotPhase> phase;
  std::vector<PeakSite> sites;  ///< largest first; they sum to `allocated`
  std::vector<FailedAllocation> failures;
  std::vector<MemoryMoment> timeline;  ///< timeline_of(device, moments_of_peak)
};
/// Number of moments of a peak's timeline, enough for a chart.
inline constexpr std::size_t moments_of_peak = 200;

/// Returns the peak of one device. Takes O(n·log(n)) time for n events.
SnapshotPeak peak_of(const MemorySnapshot& snapshot, const SnapshotDevice& device);

/// Returns the peaks of all devices, by index.
std::vector<SnapshotPeak> peaks_of(const MemorySnapshot& snapshot);

/// Returns the recording as at most `most` moments, each the highest of its share of the events; the peak is
/// one of them.
std::vector<MemoryMoment> timeline_of(const SnapshotDevice& device, std::size_t most);

}  // namespace zp
