// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QtTest>
#include <stdexcept>

#include "core/text/ordered_json.h"
#include "core/text/pack_json.h"
#include "tests/support/test_main.h"

using namespace zp::text_io;

class PackedJsonTest : public QObject {
  Q_OBJECT

 private slots:
  void every_file_of_the_tests_is_the_same_when_packed() {
    int files = 0;
    for (QDirIterator it(ZP_TEST_DATA, {"*.json"}, QDir::Files, QDirIterator::Subdirectories);
         it.hasNext();) {
      QFile file(it.next());
      QVERIFY(file.open(QIODevice::ReadOnly));
      const Json json = Json::parse(file.readAll().toStdString(), nullptr, false);
      if (json.is_discarded()) continue;  // this file is broken on purpose
      const PackedDocument document = packed(json);
      QCOMPARE(PackedValue(document.view()).dump(), json.dump());
      ++files;
    }
    QVERIFY(files > 20);
  }

  void members_keep_their_order_and_are_found_by_key() {
    const PackedDocument document =
        packed(Json::parse(R"({"b": 2.5, "a": ["x", true, null, {}], "c": "x"})"));
    const PackedValue root(document.view());
    std::string keys;
    for (const PackedValue value : root)
      keys += value.key();
    QCOMPARE(keys, std::string("bac"));
    QCOMPARE(root.at("b").number(), 2.5);
    QCOMPARE(root.at("a").size(), std::size_t{4});
    QVERIFY((*++root.at("a").begin()).flag());
    QCOMPARE(root.at("c").text(), std::string_view("x"));
    QVERIFY(!root.member("d"));
    QVERIFY(!root.at("a").member("x"));
  }

  void what_is_missing_or_of_another_kind_is_named() {
    const PackedDocument document = packed(Json::parse(R"({"layers": "two"})"));
    const PackedValue root(document.view());
    try {
      (void)root.at("layers").number();
      QFAIL("no std::domain_error");
    } catch (const std::domain_error& error) {
      QCOMPARE(QByteArray(error.what()), QByteArray("layers must be a number, found \"two\""));
    }
    try {
      (void)root.at("width");
      QFAIL("no std::out_of_range");
    } catch (const std::out_of_range& error) {
      QCOMPARE(QByteArray(error.what()), QByteArray("width is missing"));
    }
  }
};

ZP_TEST(PackedJsonTest)
#include "packed_json_test.moc"
