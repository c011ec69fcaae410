// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/snapshot_log.h"

#include <QtTest>
#include <string>

#include "tests/core/run/pickle_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using namespace zp::test;
using namespace std::string_literals;

namespace {

void compare_observation(const Observation& observation, ObservedQuantity quantity, const std::string& moment,
                         std::int64_t mib) {
  QCOMPARE(observation.quantity, quantity);
  QCOMPARE(observation.moment, moment);
  QCOMPARE(observation.value, static_cast<double>(mib * bytes_per_mib));
  QCOMPARE(observation.rank, std::nullopt);
}

}  // namespace

/// Tests that a snapshot gives the observations that a log would.
class SnapshotLogTest : public QObject {
  Q_OBJECT

 private slots:
  void a_recording_is_four_observations() {
    const RunLog log = run_log_of(peaks_of(read_snapshot_file(snapshot_path("zero2-step-protocol5.pickle"))));
    QCOMPARE(log.observations.size(), std::size_t{4});
    compare_observation(log.observations[0], ObservedQuantity::gpu_max_allocated, "peak in backward", 119);
    compare_observation(log.observations[1], ObservedQuantity::gpu_max_reserved, "peak", 119);
    compare_observation(log.observations[2], ObservedQuantity::gpu_allocated, "end of the recording", 106);
    compare_observation(log.observations[3], ObservedQuantity::gpu_reserved, "end of the recording", 106);
    QCOMPARE(log.lines, 46);
    QCOMPARE(log.recognised, 46);
    QCOMPARE(log.kinds, (std::vector{RecognisedKind{LogKind::memory_snapshot, 46, 0}}));
    QVERIFY(log.out_of_memory.empty());
  }
  void without_events_there_is_no_peak() {
    const RunLog log = run_log_of(peaks_of(read_snapshot_file(snapshot_path("before-2.0.pickle"))));
    QCOMPARE(log.observations.size(), std::size_t{2});
    compare_observation(log.observations[0], ObservedQuantity::gpu_allocated, "end of the recording", 3);
    compare_observation(log.observations[1], ObservedQuantity::gpu_reserved, "end of the recording", 4);
  }
  void a_failed_allocation_is_a_message() {
    const RunLog log = run_log_of(peaks_of(read_snapshot_file(snapshot_path("out-of-memory.pickle"))));
    QCOMPARE(log.out_of_memory.size(), std::size_t{1});
    const OutOfMemory& message = log.out_of_memory.front();
    QCOMPARE(message.where, ExhaustedMemory::gpu);
    QCOMPARE(message.phase, "forward"s);
    QCOMPARE(message.frame, "functional.py cross_entropy"s);
    QCOMPARE(message.entries, std::vector{EntryId::logits_saved});
    QCOMPARE(message.requested, std::optional<double>(64.0 * bytes_per_mib));
    QCOMPARE(message.free, std::optional<double>(3.0 * bytes_per_mib));
    QCOMPARE(message.allocated, std::optional<double>(106.0 * bytes_per_mib));
    QCOMPARE(message.reserved, std::optional<double>(106.0 * bytes_per_mib));
  }
  void devices_are_told_apart() {
    MemorySnapshot snapshot = read_snapshot_file(snapshot_path("before-2.0.pickle"));
    snapshot.devices.push_back(snapshot.devices.front());
    snapshot.devices.back().index = 3;
    const RunLog log = run_log_of(peaks_of(snapshot));
    QCOMPARE(log.observations.size(), std::size_t{4});
    QCOMPARE(log.observations[1].rank, std::optional(0));
    QCOMPARE(log.observations[2].rank, std::optional(3));
  }
  void nothing_says_nothing() { QCOMPARE(run_log_of({}), RunLog()); }
};

ZP_TEST(SnapshotLogTest)
#include "snapshot_log_test.moc"
