// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/snapshot_peak.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/run/snapshot_walk.h"

namespace zp {
namespace {

std::size_t highest(const std::vector<Bytes>& amounts) {
  return static_cast<std::size_t>(std::ranges::max_element(amounts) - amounts.begin());
}

double seconds_at(const SnapshotDevice& device, std::size_t behind_event) {
  if (behind_event == 0 || device.events.empty()) return 0;
  constexpr double us_per_s = 1e6;
  const std::int64_t first = device.events.front().time_us;
  if (first == 0) return static_cast<double>(behind_event);
  return static_cast<double>(device.events[behind_event - 1].time_us - first) / us_per_s;
}

/// Assigns each event to a period of one phase. A stack that indicates no phase belongs to the current
/// period.
class Phases {
 public:
  Phases(const MemorySnapshot& snapshot, const SnapshotDevice& device) {
    std::optional<SnapshotPhase> now;
    for (const MemoryEvent& event : device.events) {
      const std::optional<SnapshotPhase>& named = snapshot.stacks[event.stack].phase;
      if (named && named != now) {
        now = named;
        ++stretch_;
      }
      stretches_.push_back(stretch_);
      phases_.push_back(now);
    }
  }
  [[nodiscard]] std::optional<SnapshotPhase> of(std::size_t event) const { return phases_[event]; }
  /// Returns true if a block is freed before its phase ends.
  [[nodiscard]] bool is_passing(const BlockLife& life) const {
    return life.freed < stretches_.size() && stretches_[life.made] == stretches_[life.freed];
  }

 private:
  std::uint32_t stretch_ = 0;
  std::vector<std::uint32_t> stretches_;
  std::vector<std::optional<SnapshotPhase>> phases_;
};

struct SiteKey {
  BlockOrigin origin = BlockOrigin::before_recording;
  std::optional<EntryId> entry, also;
  std::optional<std::size_t> frame;
  auto operator<=>(const SiteKey&) const = default;  // NOLINT(modernize-use-nullptr): the compiler's 0
};

/// Returns the row of a stack: that of its frames, else that of its phase, else nullptr.
const FrameRole* role_of(const SnapshotStack& stack) {
  if (stack.role != nullptr || !stack.phase) return stack.role;
  return &role_of_phase(*stack.phase);
}

SiteKey site_of(const BlockLife& life, const MemorySnapshot& snapshot, const Phases& phases) {
  const SnapshotStack& stack = snapshot.stacks[life.stack];
  const bool is_old = life.made == BlockLife::never;
  // If the block is older than the recording, a stack without frames does not identify the thread.
  const FrameRole* const role = is_old && !stack.frame ? stack.role : role_of(stack);
  if (role == nullptr)
    return {is_old ? BlockOrigin::before_recording : BlockOrigin::unrecognised, std::nullopt, std::nullopt,
            stack.frame};
  const bool is_passing = !is_old && phases.is_passing(life);
  return {BlockOrigin::traced, is_passing ? role->passing : role->kept,
          is_passing ? std::nullopt : role->also, stack.frame};
}

std::vector<PeakSite> sites_at(std::size_t behind_event, const MemoryWalk& walk,
                               const MemorySnapshot& snapshot, const Phases& phases) {
  std::map<SiteKey, PeakSite> sites;
  for (const BlockLife& life : walk.lives) {
    const bool is_present = life.made == BlockLife::never || life.made < behind_event;
    if (!is_present || life.freed < behind_event) continue;
    const SiteKey key = site_of(life, snapshot, phases);
    PeakSite& site = sites[key];
    site.origin = key.origin;
    site.entry = key.entry;
    site.also = key.also;
    if (key.frame) site.frame = snapshot.frames[*key.frame];
    site.bytes += life.size;
    site.largest = std::max(site.largest, life.size);
    ++site.blocks;
  }
  std::vector<PeakSite> list;
  list.reserve(sites.size());
  for (auto& [key, site] : sites)
    list.push_back(std::move(site));
  std::ranges::stable_sort(list, std::ranges::greater(), [](const PeakSite& site) { return site.bytes; });
  return list;
}

std::vector<FailedAllocation> failures_of(const MemorySnapshot& snapshot, const SnapshotDevice& device,
                                          const MemoryWalk& walk, const Phases& phases) {
  std::vector<FailedAllocation> failures;
  for (std::size_t i = 0; i < device.events.size(); ++i) {
    const MemoryEvent& event = device.events[i];
    if (event.action != MemoryAction::out_of_memory) continue;
    FailedAllocation& failed = failures.emplace_back();
    failed.requested = event.size;
    failed.free = event.free;
    failed.allocated = walk.allocated[i + 1];
    failed.reserved = walk.reserved[i + 1];
    failed.phase = phases.of(i);
    const SnapshotStack& stack = snapshot.stacks[event.stack];
    if (stack.frame) failed.frame = snapshot.frames[*stack.frame];
    if (const FrameRole* const role = role_of(stack)) failed.entry = role->kept;
  }
  return failures;
}

std::vector<MemoryMoment> timeline_of(const MemoryWalk& walk, const SnapshotDevice& device,
                                      std::size_t most) {
  const std::size_t moments = walk.allocated.size(),
                    count = std::min(std::max(most, std::size_t{1}), moments);
  std::vector<MemoryMoment> timeline;
  for (std::size_t i = 0; i < count; ++i) {
    const auto begin = walk.allocated.begin() + static_cast<std::ptrdiff_t>(moments * i / count),
               end = walk.allocated.begin() + static_cast<std::ptrdiff_t>(moments * (i + 1) / count);
    const auto at = static_cast<std::size_t>(std::max_element(begin, end) - walk.allocated.begin());
    timeline.push_back({seconds_at(device, at), walk.allocated[at], walk.reserved[at]});
  }
  return timeline;
}

}  // namespace

SnapshotPeak peak_of(const MemorySnapshot& snapshot, const SnapshotDevice& device) {
  const MemoryWalk walk = walk_events(device);
  const Phases phases(snapshot, device);
  SnapshotPeak peak;
  peak.device = device.index;
  peak.events = device.events.size();
  peak.event = highest(walk.allocated);
  peak.allocated = walk.allocated[peak.event];
  peak.reserved = std::ranges::max(walk.reserved);
  peak.end_allocated = device.allocated;
  peak.end_reserved = device.reserved;
  peak.seconds = seconds_at(device, peak.event);
  if (peak.event > 0) peak.phase = phases.of(peak.event - 1);
  peak.sites = sites_at(peak.event, walk, snapshot, phases);
  peak.failures = failures_of(snapshot, device, walk, phases);
  peak.timeline = timeline_of(walk, device, moments_of_peak);
  return peak;
}

std::vector<SnapshotPeak> peaks_of(const MemorySnapshot& snapshot) {
  std::vector<SnapshotPeak> peaks;
  for (const SnapshotDevice& device : snapshot.devices)
    peaks.push_back(peak_of(snapshot, device));
  return peaks;
}

std::vector<MemoryMoment> timeline_of(const SnapshotDevice& device, std::size_t most) {
  return timeline_of(walk_events(device), device, most);
}

}  // namespace zp
