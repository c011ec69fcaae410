// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/snapshot.h"

#include <QTemporaryDir>
#include <QtTest>
#include <sstream>
#include <string>
#include <vector>

#include "tests/core/run/pickle_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using namespace zp::test;
using namespace std::string_literals;

namespace {

constexpr std::int64_t mib = bytes_per_mib;

MemorySnapshot snapshot_of(const std::string& bytes) {
  std::istringstream in(bytes);
  return read_snapshot(in);
}
std::string snapshot_refusal(const std::string& value) {
  return refusal_of([&] { snapshot_of(pickle_of(value)); });
}

std::string block_bytes(std::int64_t size) {
  return dict_bytes({{"size", integer_bytes(size)}, {"state", text_bytes("active_allocated")}});
}
std::string segment_bytes(const std::string& blocks) {
  return dict_bytes({{"device", "K\x00"s}, {"total_size", "K\x01"}, {"blocks", blocks}});
}

}  // namespace

/// Tests that snapshots of every version give the same data, and that any other file is refused.
class SnapshotTest : public QObject {
  Q_OBJECT

 private slots:
  void every_writer_says_the_same_data() {
    QTest::addColumn<QString>("file");
    for (const char* const file : {"zero2-step-protocol2.pickle", "zero2-step-protocol4.pickle",
                                   "zero2-step-protocol5.pickle", "zero2-step-cpp.pickle"})
      QTest::newRow(file) << QString::fromLatin1(file);
  }
  /// The figures are those of tests/data/snapshots/make.py, zero2_step.
  void every_writer_says_the_same() {
    QFETCH(QString, file);
    const MemorySnapshot snapshot = read_snapshot_file(snapshot_path(file.toStdString()));
    QCOMPARE(snapshot.devices.size(), std::size_t{1});
    const SnapshotDevice& device = snapshot.devices.front();
    QCOMPARE(device.index, 0);
    QCOMPARE(device.reserved, Bytes(106 * mib));
    QCOMPARE(device.allocated, Bytes(106 * mib));
    QCOMPARE(device.blocks.size(), std::size_t{4});
    QCOMPARE(device.blocks.front().address, std::uint64_t{0x7F0000000000});
    QCOMPARE(device.blocks.front().size, Bytes(40 * mib));
    QCOMPARE(device.events.size(), std::size_t{46});
    const MemoryEvent& second = device.events[1];
    QCOMPARE(second.action, MemoryAction::allocate);
    QCOMPARE(second.size, Bytes(20 * mib));
    QCOMPARE(second.address, std::uint64_t{0x7F0000000000 + 40 * mib});
    QCOMPARE(second.time_us, std::int64_t{1'700'000'000'002'000});
    const SnapshotStack& stack = snapshot.stacks[second.stack];
    QVERIFY(stack.role != nullptr && stack.frame);
    QCOMPARE(stack.role->kept, EntryId::states_master);
    QCOMPARE(stack.phase, std::optional(SnapshotPhase::initialisation));
    QCOMPARE(snapshot.frames[*stack.frame].line, std::int64_t{492});
    QCOMPARE(snapshot.frames[*stack.frame].function, "__init__"s);
  }
  void a_list_of_segments_is_a_snapshot_of_old() {
    const MemorySnapshot snapshot = read_snapshot_file(snapshot_path("before-2.0.pickle"));
    QCOMPARE(snapshot.devices.size(), std::size_t{1});
    const std::vector<SnapshotBlock>& blocks = snapshot.devices.front().blocks;
    QCOMPARE(blocks.size(), std::size_t{2});
    QCOMPARE(blocks[0].requested, Bytes(3 * mib - 100));
    QCOMPARE(blocks[1].address, std::uint64_t{0x7F0000000000 + 3 * mib});
    QCOMPARE(blocks[1].state, BlockState::inactive);
    QCOMPARE(snapshot.stacks[blocks[0].stack].phase, std::optional(SnapshotPhase::forward));
  }
  void only_devices_that_hold_or_did_something_count() {
    const MemorySnapshot snapshot = read_snapshot_file(snapshot_path("out-of-memory.pickle"));
    QCOMPARE(snapshot.devices.size(), std::size_t{1});
    const SnapshotDevice& device = snapshot.devices.front();
    QCOMPARE(device.index, 1);
    QCOMPARE(device.events.size(), std::size_t{1});
    QCOMPARE(device.events[0].action, MemoryAction::out_of_memory);
    QCOMPARE(device.events[0].free, Bytes(3 * mib));
    QCOMPARE(device.events[0].size, Bytes(64 * mib));
  }
  void blocks_that_wait_are_not_allocated() {
    const auto block = [](const char* state) {
      return dict_bytes({{"size", integer_bytes(mib)}, {"state", text_bytes(state)}});
    };
    for (const char* const state : {"active_pending_free", "active_awaiting_free"}) {
      const MemorySnapshot snapshot = snapshot_of(pickle_of(list_bytes(
          {segment_bytes(list_bytes({block("active_allocated"), block(state), block("inactive")}))})));
      QCOMPARE(snapshot.devices.front().allocated, Bytes(mib));
      QCOMPARE(snapshot.devices.front().blocks[1].state, BlockState::waiting);
    }
  }
  void unknown_actions_and_keys_are_left_out() {
    const std::string annotate = dict_bytes({{"action", text_bytes("annotate")}, {"user_metadata", "N"}});
    const std::string alloc =
        dict_bytes({{"action", text_bytes("alloc")}, {"addr", "K\x01"}, {"size", "K\x02"}});
    const MemorySnapshot snapshot =
        snapshot_of(pickle_of(dict_bytes({{"segments", "]"},
                                          {"later", "]"},
                                          {"device_traces", list_bytes({list_bytes({annotate, alloc})})}})));
    QCOMPARE(snapshot.devices.front().events.size(), std::size_t{1});
    QCOMPARE(snapshot.devices.front().events[0].stack, std::uint32_t{0});
  }

  void other_pickles_are_refused() {
    compare_sentence(snapshot_refusal("}"),
                     "It is a pickle, but no memory snapshot: it has no list \"segments\"");
    compare_sentence(snapshot_refusal("K\x01"), "no list \"segments\"");
    compare_sentence(snapshot_refusal(list_bytes({"K\x01"})), "One of its segments is not a dict");
    compare_sentence(snapshot_refusal(list_bytes({segment_bytes(list_bytes({"N"}))})),
                     "One of its blocks is not a dict");
    compare_sentence(
        snapshot_refusal(dict_bytes({{"segments", "]"}, {"device_traces", list_bytes({list_bytes({"N"})})}})),
        "One of its events is not a dict");
    compare_sentence(refusal_of([] { snapshot_of("PK\x03\x04"); }), "It is an archive of torch.save");
  }
  void sizes_no_gpu_has_are_refused() {
    compare_sentence(snapshot_refusal(list_bytes({segment_bytes(list_bytes({block_bytes(-5)}))})),
                     "a size of -5 bytes");
    compare_sentence(
        snapshot_refusal(list_bytes({segment_bytes(list_bytes({block_bytes(std::int64_t{1} << 50)}))})),
        "which no GPU has");
    compare_sentence(snapshot_refusal(list_bytes({dict_bytes({{"device", integer_bytes(-1)}})})),
                     "It names device -1");
    compare_sentence(
        snapshot_refusal(dict_bytes(
            {{"segments", "]"}, {"device_traces", list_bytes(std::vector<std::string>(2000, "]"))}})),
        "more than 1,024 devices");
  }

  /// Shared lists would expand to 10^6 blocks from 2,000 references, and to as many events.
  void lists_in_many_places_are_refused() {
    const std::string blocks = "](" + repeated_bytes("h\x00"s, 1000) + "e\x94";
    const std::string segment = "}\x94(" + text_bytes("blocks") + "h\x01u";
    const std::string many =
        block_bytes(1) + "\x94" + blocks + segment + "](" + repeated_bytes("h\x02"s, 1000) + "e";
    compare_sentence(snapshot_refusal(many), "Its lists contain each other");

    const std::string event = dict_bytes({{"action", text_bytes("alloc")}}) + "\x94";
    const std::string trace = "](" + repeated_bytes("h\x00"s, 1000) + "e\x94";
    const std::string traces = event + trace + "}(" + text_bytes("segments") + "]" +
                               text_bytes("device_traces") + "](" + repeated_bytes("h\x01"s, 1000) + "eu";
    compare_sentence(snapshot_refusal(traces), "Its lists contain each other");
  }
  void a_list_of_frames_in_many_places_is_looked_at_once() {
    const std::string frames =
        "](" + dict_bytes({{"filename", text_bytes("a.py")}, {"name", text_bytes("forward")}}) + "e\x94";
    const std::string event =
        "}(" + text_bytes("action") + text_bytes("alloc") + text_bytes("frames") + "h\x00u"s;
    const MemorySnapshot snapshot =
        snapshot_of(pickle_of(frames + "}(" + text_bytes("segments") + "]" + text_bytes("device_traces") +
                              "](](" + repeated_bytes(event, 1000) + "eeu"));
    QCOMPARE(snapshot.devices.front().events.size(), std::size_t{1000});
    QCOMPARE(snapshot.frames.size(), std::size_t{1});
    QCOMPARE(snapshot.stacks.size(), std::size_t{2});
  }
  void descriptions_with_thousands_of_keys_are_refused() {
    std::vector<std::pair<std::string, std::string>> keys;
    keys.reserve(1000);
    for (int i = 0; i < 1000; ++i)
      keys.emplace_back(std::to_string(i), "N");
    compare_sentence(snapshot_refusal(list_bytes({dict_bytes(keys)})), "One of its segments is not a dict");
  }

  void files_are_named() {
    const QTemporaryDir directory;
    const auto refusal_of_file = [](const QString& path) {
      return refusal_of([&] { read_snapshot_file(path.toStdString()); });
    };
    const QString missing = directory.filePath("missing.pickle"), giant = directory.filePath("giant.pickle"),
                  text = directory.filePath("log.txt");
    compare_sentence(refusal_of_file(missing), missing.toStdString() + " cannot be opened: No such file");
    compare_sentence(refusal_of_file(directory.path()), " is a directory; give a file in it.");
    QFile log(text);
    QVERIFY(log.open(QIODevice::WriteOnly) && log.write("step 1\n") > 0);
    log.close();
    compare_sentence(refusal_of_file(text), text.toStdString() + ": It is no memory snapshot");
    QFile large(giant);
    QVERIFY(large.open(QIODevice::WriteOnly) && large.write("\x80\x04") > 0 && large.resize(qint64{1} << 30));
    large.close();
    compare_sentence(refusal_of_file(giant), giant.toStdString() + " is larger than the 256.0");
  }
};

ZP_TEST(SnapshotTest)
#include "snapshot_test.moc"
