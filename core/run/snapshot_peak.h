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

/// The peak of a snapshot, and the blocks that were alive then.
namespace zp {

/// The origin of a block, as far as it is known.
enum class BlockOrigin : std::uint8_t {
  traced,            ///< its stack names a role, or the phase it was made in does
  unrecognised,      ///< its stack names neither
  before_recording,  ///< it is older than the first event
};

/// Blocks alive at the peak that were asked for at one place.
struct PeakSite {
  BlockOrigin origin = BlockOrigin::before_recording;
  std::optional<EntryId> entry = std::nullopt;        ///< entry of the ledger, if traced
  std::optional<EntryId> also = std::nullopt;         ///< other entry that it can be (FrameRole::also)
  std::optional<SnapshotFrame> frame = std::nullopt;  ///< frame that asked for the blocks
  Bytes bytes{};                                      ///< with rounding
  Bytes largest{};                                    ///< the largest single block
  std::int64_t blocks = 0;
};

/// A moment of a recording.
struct MemoryMoment {
  double seconds = 0;  ///< since the first event; the number of the event if no times were recorded
  Bytes allocated, reserved;
  bool operator==(const MemoryMoment&) const = default;
};

/// An allocation that failed.
struct FailedAllocation {
  Bytes requested;
  Bytes free;                 ///< bytes that the driver had left
  Bytes allocated, reserved;  ///< at that moment
  std::optional<SnapshotFrame> frame;
  std::optional<EntryId> entry;  ///< entry that it would have been
  std::optional<SnapshotPhase> phase;
};

struct SnapshotPeak {
  int device = 0;
  /// The most that was allocated while it was recorded: max_memory_allocated(). Sizes are rounded up to 512
  /// bytes as the allocator does. The part of a larger block that the allocator leaves unsplit is known only
  /// for blocks alive at the end.
  Bytes allocated;
  Bytes reserved;  ///< the most that was reserved: max_memory_reserved()
  Bytes end_allocated, end_reserved;
  std::size_t events = 0;  ///< recorded events; without any, the peak is the memory at the end
  std::size_t event = 0;   ///< event behind which the peak is reached, from 1; 0 means before the first
  double seconds = 0;      ///< since the first event
  std::optional<SnapshotPhase> phase;
  std::vector<PeakSite> sites;  ///< the largest first; they sum to `allocated`
  std::vector<FailedAllocation> failures;
  std::vector<MemoryMoment> timeline;  ///< timeline_of(device, moments_of_peak)
};
/// Number of moments of a peak's timeline, enough for a chart.
inline constexpr std::size_t moments_of_peak = 200;

/// Returns the peak of one device. The time is linear in the number of events, times its
/// logarithm for the sites.
SnapshotPeak peak_of(const MemorySnapshot& snapshot, const SnapshotDevice& device);

/// Returns the peaks of all devices, by index.
std::vector<SnapshotPeak> peaks_of(const MemorySnapshot& snapshot);

/// Returns the recording in at most `most` moments, each the highest of its share of the events;
/// the peak is one.
std::vector<MemoryMoment> timeline_of(const SnapshotDevice& device, std::size_t most);

}  // namespace zp
