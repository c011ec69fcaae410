// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/pickle.h"

#include <QtTest>
#include <string>

#include "tests/core/run/pickle_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using namespace zp::test;
using namespace std::string_literals;

/// Tests that pickles are read as data alone; anything else in one is refused in a sentence.
class PickleTest : public QObject {
  Q_OBJECT

 private slots:
  void integers_data() {
    QTest::addColumn<QByteArray>("opcodes");
    QTest::addColumn<qint64>("value");
    const auto row = [](const char* name, const std::string& opcodes, std::int64_t value) {
      QTest::newRow(name) << QByteArray::fromStdString(opcodes) << qint64{value};
    };
    row("one byte", "K\xff"s, 255);
    row("two bytes", "M\xff\xff"s, 65535);
    row("four bytes have a sign", "J\xfe\xff\xff\xff"s, -2);
    row("no bytes", "\x8a\x00"s, 0);
    row("shortest form", "\x8a\x01\xff"s, -1);
    row("an address", "\x8a\x06\x00\x00\x00\x00\x00\x7f"s, 0x7f0000000000);
    row("eight bytes", integer_bytes(-1'700'000'000'000'000), -1'700'000'000'000'000);
    row("long length", "\x8b\x02\x00\x00\x00\x00\x01"s, 256);
  }
  void integers() {
    QFETCH(QByteArray, opcodes);
    QFETCH(qint64, value);
    const Pickle pickle = read_bytes(pickle_of(opcodes.toStdString()));
    QCOMPARE(pickle.root().integer().value_or(12345), std::int64_t{value});
  }
  void an_integer_too_large_for_a_size_is_a_number() {
    const Pickle pickle = read_bytes(pickle_of(integer_bytes(std::int64_t{1} << 62)));
    QCOMPARE(pickle.root().kind(), PickleKind::number);
  }
  void other_values() {
    const Pickle pickle = read_bytes(pickle_of("](N\x88\x89G\x3f\xf8\x00\x00\x00\x00\x00\x00"s +
                                               text_bytes("\u00E4") + "\x8c\x01zK\x01K\x02\x86)e"));
    const PickleItem root = pickle.root();
    QCOMPARE(root.size(), std::size_t{8});
    const auto kind = [&](std::size_t i) { return root.at(i).kind(); };
    QCOMPARE(kind(0), PickleKind::none);
    QCOMPARE(kind(1), PickleKind::boolean);
    QCOMPARE(kind(2), PickleKind::boolean);
    QCOMPARE(kind(3), PickleKind::number);
    QCOMPARE(root.at(4).text(), std::string_view("\u00E4"));
    QCOMPARE(root.at(5).text(), std::string_view("z"));
    QCOMPARE(root.at(6).at(1).integer().value_or(0), std::int64_t{2});
    QCOMPARE(root.at(7).size(), std::size_t{0});
  }
  void the_last_value_of_a_key_counts() {
    const Pickle pickle = read_bytes(pickle_of(dict_bytes({{"a", "K\x01"}, {"b", "K\x02"}, {"a", "K\x03"}})));
    QCOMPARE(pickle.root().find("a").integer().value_or(0), std::int64_t{3});
    QCOMPARE(pickle.root().find("c").kind(), PickleKind::none);
  }
  void a_container_filled_in_pieces_is_whole() {
    const Pickle pickle = read_bytes(pickle_of("]" +
                                               repeated_bytes("K\x01"
                                                              "a"s,
                                                              40) +
                                               "(" +
                                               repeated_bytes("]K\x02"
                                                              "a"s,
                                                              40) +
                                               "e"));
    QCOMPARE(pickle.root().size(), std::size_t{80});
    QCOMPARE(pickle.root().at(39).integer().value_or(0), std::int64_t{1});
    QCOMPARE(pickle.root().at(79).at(0).integer().value_or(0), std::int64_t{2});
  }
  void what_is_shared_stays_shared() {
    const Pickle pickle = read_bytes(pickle_of("](]\x94K\x05"s + "ah\x00h\x00"s + "e"));
    const PickleItem root = pickle.root();
    QCOMPARE(root.size(), std::size_t{3});
    QCOMPARE(root.at(0).identity(), root.at(2).identity());
    QCOMPARE(pickle.containers(), std::size_t{2});
  }

  void what_would_run_code_is_refused_data() {
    QTest::addColumn<QByteArray>("opcode");
    const auto row = [](const char* name, const std::string& opcode) {
      QTest::newRow(name) << QByteArray::fromStdString(opcode);
    };
    row("GLOBAL", "cos\nsystem\n"s);
    row("STACK_GLOBAL", "\x93"s);
    row("REDUCE", "R"s);
    row("BUILD", "b"s);
    row("INST", "ios\nsystem\n"s);
    row("OBJ", "o"s);
    row("NEWOBJ", "\x81"s);
    row("NEWOBJ_EX", "\x92"s);
    row("EXT1", "\x82\x01"s);
    row("EXT2", "\x83\x01\x00"s);
    row("EXT4", "\x84\x01\x00\x00\x00"s);
    row("PERSID", "P1\n"s);
    row("BINPERSID", "Q"s);
    row("NEXT_BUFFER", "\x97"s);
    row("READONLY_BUFFER", "\x98"s);
  }
  void what_would_run_code_is_refused() {
    QFETCH(QByteArray, opcode);
    compare_sentence(
        pickle_refusal(pickle_of("K\x01K\x02" + opcode.toStdString())),
        std::string("At byte 6, opcode ") + QTest::currentDataTag() +
            " would import or run code; a memory snapshot contains only data, so the file is not used.");
  }
  void opcodes_of_no_snapshot_are_named() {
    compare_sentence(pickle_refusal(pickle_of("K\x01"
                                              "0"s)),
                     "At byte 4, opcode POP belongs to no memory snapshot");
    compare_sentence(pickle_refusal(pickle_of("\x8f"s)), "opcode EMPTY_SET");
    compare_sentence(pickle_refusal(pickle_of("\xff"s)), "At byte 2, a byte that is no opcode");
  }
  void every_first_byte_is_read_or_refused() {
    for (int byte = 0; byte < 256; ++byte)
      pickle_refusal("\x80\x04"s + static_cast<char>(byte) + repeated_bytes("\0"s, 16) + ".");
  }
  void other_files_are_refused() {
    compare_sentence(pickle_refusal("{\"a\": 1}"), "It is no memory snapshot");
    compare_sentence(pickle_refusal("(dp0\n."), "It is no memory snapshot");  // a pickle of protocol 0
    compare_sentence(pickle_refusal("\x80\x01}."), "protocol 1");
    compare_sentence(pickle_refusal("\x80\x06}."), "protocol 6");
    compare_sentence(pickle_refusal(""), "It ends after 0 bytes");
  }
  void a_file_cut_off_anywhere_is_refused() {
    const std::string whole = snapshot_bytes("zero2-step-protocol4.pickle");
    QVERIFY(whole.size() > 1000);
    QCOMPARE(pickle_refusal(whole), ""s);
    for (std::size_t length = 0; length < whole.size(); ++length)
      compare_sentence(pickle_refusal(whole.substr(0, length)), "it was cut off; copy it again.");
  }
  void broken_opcodes_are_refused() {
    compare_sentence(pickle_refusal(pickle_of("a")), "opcode APPEND: there is no value for it");
    compare_sentence(pickle_refusal(pickle_of("]K\x01(a"s)), "opcode APPEND: there is no value for it");
    compare_sentence(pickle_refusal(pickle_of("K\x01K\x02"
                                              "a"s)),
                     "its target is not a list");
    compare_sentence(pickle_refusal(pickle_of("](K\x01u"s)), "its target is not a dict");
    compare_sentence(pickle_refusal(pickle_of("}(K\x01u"s)), "there is a key without a value");
    compare_sentence(pickle_refusal(pickle_of("]e")), "opcode APPENDS: there is no MARK for it");
    compare_sentence(pickle_refusal(pickle_of("K\x01\x86"s)), "opcode TUPLE2: there is no value for it");
    compare_sentence(pickle_refusal(pickle_of("\x94")), "opcode MEMOIZE: there is no value for it");
    compare_sentence(pickle_refusal(pickle_of("h\x05"s)), "opcode BINGET: the memo has no such number");
    compare_sentence(pickle_refusal(pickle_of("\x8a\x09"s)), "an integer of 9 bytes");
    compare_sentence(pickle_refusal("\x80\x04."), "there is no value for it");
  }

  void an_index_far_ahead_of_the_memo_is_refused() {
    compare_sentence(pickle_refusal(pickle_of("]r\xff\xff\xff\xff"s)),
                     "opcode LONG_BINPUT: it skips numbers of the memo");
    QCOMPARE(pickle_refusal(pickle_of("]q\x01h\x01"s)), ""s);  // Python 2 counts from 1
    compare_sentence(pickle_refusal(pickle_of("]q\x01h\x00"s)), "the memo has no such number");
  }
  void lengths_are_believed_up_to_a_limit() {
    compare_sentence(pickle_refusal(pickle_of("X\xff\xff\xff\xff"s)),
                     "more than 1,048,576 bytes in one text");
    compare_sentence(pickle_refusal(pickle_of("\x8d"s + little_endian(~std::uint64_t{0}, 8))),
                     "bytes in one text");
    compare_sentence(pickle_refusal(pickle_of("\x8b\xff\xff\xff\xff"s)), "an integer of");
  }
  void deep_pickles_are_refused() {
    compare_sentence(pickle_refusal(pickle_of(repeated_bytes("]", 100'000) + repeated_bytes("a", 99'999))),
                     "nested containers");
    compare_sentence(pickle_refusal(pickle_of(repeated_bytes("](", 100'000))), "nested containers");
    compare_sentence(pickle_refusal(pickle_of(")" + repeated_bytes("\x85"s, 100'000))), "nested containers");
  }
  void a_list_in_itself_is_one_list() {
    const Pickle pickle = read_bytes(pickle_of("]\x94h\x00"s + "a"));
    QCOMPARE(pickle.root().at(0).identity(), pickle.root().identity());
    // Each reference makes the list deeper than itself.
    compare_sentence(pickle_refusal(pickle_of("]\x94"s + repeated_bytes("h\x00"s + "a", 100))),
                     "nested containers");
  }
  void what_would_unfold_without_end_costs_what_stands_there() {
    // Ten references on each of 30 levels would be 10^30 values for a reader that followed them all.
    std::string opcodes = "]\x94"s;
    for (char level = 0; level < 30; ++level)
      opcodes += "](" + repeated_bytes("h"s + level, 10) + "e\x94"s;
    const Pickle pickle = read_bytes(pickle_of(opcodes));
    QCOMPARE(pickle.references(), std::size_t{300});
  }

  void limits_hold_data() {
    QTest::addColumn<QByteArray>("opcodes");
    QTest::addColumn<int>("limit");
    QTest::addColumn<QString>("of");
    const auto row = [](int limit, const char* of, const std::string& opcodes) {
      QTest::newRow(of) << QByteArray::fromStdString(opcodes) << limit << QString::fromUtf8(of);
    };
    row(0, "B that are read of a snapshot", repeated_bytes("\x95" + little_endian(0, 8), 20'000));
    row(1, "opcodes", repeated_bytes("\x95" + little_endian(0, 8), 1000));
    row(2, "values,", "](" + repeated_bytes("K\x01", 1000) + "e");
    row(3, "lists and dicts", "](" + repeated_bytes("]", 1000));
    row(4, "remembered values", "]" + repeated_bytes("\x94", 1000));
    row(5, "values outside of any container", repeated_bytes("K\x01", 1000));
    row(6, "bytes of text", "](" + repeated_bytes(text_bytes(std::string(30, 'a')), 100));
    row(7, "texts", "](" + repeated_bytes(text_bytes(""), 1000));
    row(8, "fractions", "](" + repeated_bytes("G" + little_endian(0, 8), 1000));
  }
  void limits_hold() {
    QFETCH(QByteArray, opcodes);
    QFETCH(int, limit);
    QFETCH(QString, of);
    PickleLimits limits;
    constexpr std::uint64_t low = 100;
    switch (limit) {
      case 0:
        limits.bytes = 1000 * low;
        break;
      case 1:
        limits.opcodes = low;
        break;
      case 2:
        limits.references = low;
        break;
      case 4:
        limits.memo = low;
        break;
      case 5:
        limits.stack = low;
        break;
      case 6:
        limits.text = low;
        break;
      default:
        limits.containers = low;
    }
    QCOMPARE(pickle_refusal(pickle_of(opcodes.toStdString() + "N")).find("more than"), std::string::npos);
    compare_sentence(pickle_refusal(pickle_of(opcodes.toStdString() + "N"), limits), of.toUtf8().constData());
  }
};

ZP_TEST(PickleTest)
#include "pickle_test.moc"
