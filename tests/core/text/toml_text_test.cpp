// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <string>

#include "core/text/ordered_json.h"
#include "core/text/toml_text_json.h"
#include "core/text/toml_tree.h"
#include "tests/support/hostile_texts.h"
#include "tests/support/test_main.h"

using namespace zp;
using text_io::Json;

/// Tests that TOML is written as the reader of TOML reads it.
class TomlTextTest : public QObject {
  Q_OBJECT

 private slots:
  void sections_stand_below_the_values_beside_them() {
    const Json object =
        Json::parse(R"({"a": {"b": {"c": 1}, "d": [true, "x"]}, "e": 1.5, "f": null, "g": {}})");
    QCOMPARE(text_io::toml_text(object), std::string("e = 1.5\n\n[a]\nd = [true, \"x\"]\n\n[a.b]\nc = 1\n"));
  }

  void a_text_comes_back_data() {
    QTest::addColumn<QByteArray>("text");
    int number = 0;
    for (const std::string& text : test::hostile_texts())
      QTest::addRow("%d", number++) << QByteArray::fromStdString(text);
    QTest::newRow("del") << QByteArray("a\x7f b\tc");
  }
  void a_text_comes_back() {
    QFETCH(QByteArray, text);
    const Json object = {{"a section", {{text.toStdString(), text.toStdString()}}}, {"number", 1e-5}};
    const Json back = text_io::json_of(read_toml(text_io::toml_text(object)));
    QCOMPARE(back["number"], object["number"]);
    const std::string once = text_io::one_line(object);  // bytes that are not UTF-8 are replaced
    QCOMPARE(text_io::one_line(Json::parse(once)["a section"]), text_io::one_line(back["a section"]));
  }
};

ZP_TEST(TomlTextTest)
#include "toml_text_test.moc"
