// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/snapshot_peak.h"

#include <QtTest>
#include <map>
#include <string>
#include <vector>

#include "tests/core/run/pickle_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using namespace zp::test;
using namespace std::string_literals;

namespace {

constexpr std::int64_t one_mib = bytes_per_mib;

/// A snapshot with events of 1 MiB blocks, by address.
struct Recording {
  MemorySnapshot snapshot;
  Recording() {
    snapshot.stacks.emplace_back();
    snapshot.devices.emplace_back();
  }
  SnapshotDevice& device() { return snapshot.devices.front(); }
  void add(MemoryAction action, std::uint64_t address, std::int64_t size = one_mib) {
    device().events.push_back({.action = action, .address = address, .size = Bytes(size)});
  }
  void leave(std::uint64_t address, std::int64_t size = one_mib) {
    device().blocks.push_back(
        {.address = address, .size = Bytes(size), .requested = Bytes(size), .state = BlockState::allocated});
    device().allocated += Bytes(size);
    device().reserved += Bytes(size);
  }
  SnapshotPeak peak() { return peak_of(snapshot, device()); }
};

Bytes sum_of(const SnapshotPeak& peak) {
  Bytes sum;
  for (const PeakSite& site : peak.sites)
    sum += site.bytes;
  return sum;
}

}  // namespace

/// Tests of the peak of a snapshot, to the byte, and of the owners of its memory.
class SnapshotPeakTest : public QObject {
  Q_OBJECT

 private slots:
  /// The figures follow from tests/data/snapshots/make.py: 40 + 20 + 30 + 7 + 16 + 6 MiB; peak.py
  /// gives the same.
  void a_zero_2_step() {
    const MemorySnapshot snapshot = read_snapshot_file(snapshot_path("zero2-step-protocol4.pickle"));
    const SnapshotPeak peak = peak_of(snapshot, snapshot.devices.front());
    QCOMPARE(peak.allocated, Bytes(119 * one_mib));
    QCOMPARE(peak.reserved, Bytes(119 * one_mib));
    QCOMPARE(peak.end_allocated, Bytes(106 * one_mib));
    QCOMPARE(peak.event, std::size_t{30});
    QCOMPARE(peak.seconds, 0.029);
    QCOMPARE(peak.phase, std::optional(SnapshotPhase::backward));
    QVERIFY(peak.events == 46 && peak.failures.empty());

    const std::vector<std::pair<std::string, std::int64_t>> expected = {
        {"", 40},
        {"activations.saved_blocks", 30},
        {"states.master", 20},
        {"buffers.reduce", 16},
        {"activations.gradients", 7},  // freed before the backward pass ends
        {"states.gradients", 6},
    };
    QCOMPARE(peak.sites.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const PeakSite& site = peak.sites[i];
      QCOMPARE(site.entry ? std::string(name_of(*site.entry)) : ""s, expected[i].first);
      QCOMPARE(site.bytes, Bytes(expected[i].second * one_mib));
      QCOMPARE(site.blocks, std::int64_t{1});
    }
    QCOMPARE(peak.sites[0].origin, BlockOrigin::before_recording);
    QCOMPARE(peak.sites[3].frame.value_or(SnapshotFrame()).function, "setup_buckets"s);
    QCOMPARE(peak.sites[2].also, std::optional(EntryId::states_weights));
    QVERIFY(!peak.sites[4].frame);
  }
  void without_events_the_peak_is_what_is_there() {
    const MemorySnapshot snapshot = read_snapshot_file(snapshot_path("before-2.0.pickle"));
    const SnapshotPeak peak = peak_of(snapshot, snapshot.devices.front());
    QCOMPARE(peak.events, std::size_t{0});
    QCOMPARE(peak.allocated, Bytes(3 * one_mib));
    QCOMPARE(peak.reserved, Bytes(4 * one_mib));
    QCOMPARE(peak.sites.size(), std::size_t{1});
    // The block's stack was kept, though its event was not.
    QCOMPARE(peak.sites[0].entry, std::optional(EntryId::activations_saved_blocks));
  }
  void a_failed_allocation_is_told() {
    const MemorySnapshot snapshot = read_snapshot_file(snapshot_path("out-of-memory.pickle"));
    const SnapshotPeak peak = peak_of(snapshot, snapshot.devices.front());
    QCOMPARE(peak.device, 1);
    QCOMPARE(peak.failures.size(), std::size_t{1});
    QCOMPARE(peak.failures[0].requested, Bytes(64 * one_mib));
    QCOMPARE(peak.failures[0].free, Bytes(3 * one_mib));
    QCOMPARE(peak.failures[0].phase, std::optional(SnapshotPhase::forward));
    QCOMPARE(peak.failures[0].frame.value_or(SnapshotFrame()).function, "cross_entropy"s);
  }

  void sizes_are_rounded_and_the_ends_exact() {
    Recording r;
    r.add(MemoryAction::allocate, 1, 1);
    r.add(MemoryAction::free_requested, 1, 1);
    r.add(MemoryAction::allocate, 2, 513);
    r.leave(2, 2048);  // the allocator did not split off the rest
    QCOMPARE(r.peak().allocated, Bytes(2048));
    QCOMPARE(timeline_of(r.device(), 100).size(), std::size_t{4});
    QCOMPARE(timeline_of(r.device(), 100)[1].allocated, Bytes(512));
  }
  /// A block is the next multiple of 512 bytes (c10/cuda/CUDACachingAllocator.cpp, round_size).
  void a_block_has_whole_steps_of_512_bytes() {
    for (const auto& [requested, taken] :
         {std::pair{1, 512}, std::pair{512, 512}, std::pair{513, 1024}, std::pair{1024, 1024}}) {
      Recording r;
      r.add(MemoryAction::allocate, 1, requested);
      r.add(MemoryAction::free_requested, 1, requested);
      QCOMPARE(r.peak().allocated, Bytes(taken));
    }
  }
  void memory_older_than_the_recording_counts() {
    Recording r;
    r.add(MemoryAction::free_requested, 7);
    r.add(MemoryAction::allocate, 8, one_mib / 2);
    r.leave(8, one_mib / 2);
    r.leave(9, 3 * one_mib);
    const SnapshotPeak peak = r.peak();
    QCOMPARE(peak.allocated, Bytes(4 * one_mib));
    QCOMPARE(peak.event, std::size_t{0});
    QCOMPARE(sum_of(peak), peak.allocated);
    QCOMPARE(peak.sites.front().origin, BlockOrigin::before_recording);
    QCOMPARE(peak.sites.front().blocks, std::int64_t{2});
  }
  void free_completed_frees_nothing_twice() {
    Recording r;
    r.add(MemoryAction::allocate, 1);
    r.add(MemoryAction::free_requested, 1);
    r.add(MemoryAction::free_completed, 1);
    r.add(MemoryAction::allocate, 1);
    r.leave(1);
    QCOMPARE(r.peak().allocated, Bytes(one_mib));
  }
  void lost_events_lose_no_balance() {
    Recording r;
    r.add(MemoryAction::allocate, 1);
    r.add(MemoryAction::allocate, 1);  // the event that frees the first one was lost
    r.add(MemoryAction::allocate, 2);  // and the one for this too
    r.leave(1);
    const SnapshotPeak peak = r.peak();
    QCOMPARE(peak.allocated, Bytes(2 * one_mib));
    QCOMPARE(sum_of(peak), peak.allocated);
  }
  void reserved_is_told_from_the_end() {
    Recording r;
    r.add(MemoryAction::reserve, 0x100, 4 * one_mib);
    r.add(MemoryAction::give_back, 0x100, 4 * one_mib);
    r.leave(1);
    QCOMPARE(r.peak().reserved, Bytes(5 * one_mib));
  }

  void the_timeline_keeps_the_peak() {
    const MemorySnapshot snapshot = read_snapshot_file(snapshot_path("zero2-step-protocol4.pickle"));
    for (const std::size_t most : {std::size_t{1}, std::size_t{7}, std::size_t{47}, std::size_t{1000}}) {
      const std::vector<MemoryMoment> timeline = timeline_of(snapshot.devices.front(), most);
      QCOMPARE(timeline.size(), std::min(most, std::size_t{47}));
      Bytes highest;
      for (const MemoryMoment& moment : timeline)
        highest = std::max(highest, moment.allocated);
      QCOMPARE(highest, Bytes(119 * one_mib));
    }
    QCOMPARE(timeline_of(snapshot.devices.front(), 1000).back(),
             (MemoryMoment{0.045, Bytes(106 * one_mib), Bytes(106 * one_mib)}));
  }
  void each_device_has_its_peak() {
    Recording r;
    r.leave(1);
    SnapshotDevice second = r.device();
    second.index = 1;
    second.events.push_back({.action = MemoryAction::free_requested, .address = 5, .size = Bytes(one_mib)});
    r.snapshot.devices.push_back(second);
    const std::vector<SnapshotPeak> peaks = peaks_of(r.snapshot);
    QCOMPARE(peaks.size(), std::size_t{2});
    QCOMPARE(peaks[0].allocated, Bytes(one_mib));
    QCOMPARE(peaks[1].device, 1);
    QCOMPARE(peaks[1].allocated, Bytes(2 * one_mib));
  }
};

ZP_TEST(SnapshotPeakTest)
#include "snapshot_peak_test.moc"
