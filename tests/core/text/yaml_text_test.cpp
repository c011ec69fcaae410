// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/text/yaml_text_json.h"
#include "core/text/yaml_tree.h"
#include "tests/support/test_main.h"

using namespace zp;
using text_io::Json;

/// Tests that written YAML means the same to a reader of YAML 1.1.
class YamlTextTest : public QObject {
  Q_OBJECT

 private slots:
  void values_come_back_data() {
    QTest::addColumn<QString>("value");
    for (const char* value : {"\"yes\"",
                              "\"No\"",
                              "\"null\"",
                              "\"~\"",
                              "\"5e8\"",
                              "\"0x1F\"",
                              "\"1:30\"",
                              "\"2026-01-01\"",
                              "\"\"",
                              "\" a\"",
                              "\"a: b\"",
                              "\"a #b\"",
                              "\"- a\"",
                              "\"{a}\"",
                              "\"it's\"",
                              "\"say \\\"x\\\"\"",
                              "\"back\\\\slash\"",
                              "\"tab\\there\"",
                              "\"a\\nb\"",
                              "\"line\\n\"",
                              "\"one\\n\\ntwo\\n\"",
                              "\"a\\n \"",
                              "\"\\u0001\\u007f\\u0085\\u00a0\\u2028\\ufeff\"",
                              "\"\\u00e9 \\ud83d\\ude00\"",
                              "\"$(rm) `x`\"",
                              "\"%x\"",
                              "\"NaN\"",
                              "\".inf\"",
                              "\"meta-llama/Llama-3.1-8B\"",
                              "\"on\"",
                              "\"=\"",
                              "\"<<\"",
                              "1",
                              "-3",
                              "0.5",
                              "1e-05",
                              "1e+20",
                              "2e300",
                              "500000000.0",
                              "true",
                              "false",
                              "null",
                              "[]",
                              "{}",
                              "[1, [2, 3], {}]",
                              "{\"a\": {\"b\": [], \"c\": [{\"d\": 1, \"e\": {\"f\": 2}}]}}",
                              "{\"yes\": 1, \"a b\": 2, \"\": 3, \"1\": 4}",
                              "[[\"a\"], [[\"b\"], \"c\"]]"})
      QTest::newRow(value) << QString::fromUtf8(value);
  }
  void values_come_back() {
    QFETCH(QString, value);
    const Json wanted = {{"key", Json::parse(value.toStdString())},
                         {"list", {Json::parse(value.toStdString())}}};
    const std::string text = text_io::yaml_text(wanted);
    const Json read = text_io::json_of(read_yaml(text));
    QVERIFY2(read == wanted && read.dump() == wanted.dump(), text.c_str());
  }

  void small_numbers_have_a_point() {
    QCOMPARE(text_io::yaml_text({{"lr", 1e-5}}), std::string("lr: 1.0e-05\n"));
    QCOMPARE(text_io::yaml_text({{"lr", 1e+20}}), std::string("lr: 1.0e+20\n"));
  }

  void objects_and_lists_stand_in_blocks() {
    QCOMPARE(text_io::yaml_text({{"aa", {{{"bb", 1}, {"cc", "x y"}}, 2}}, {"dd", {{"ee", "one\ntwo\n"}}}}),
             std::string("aa:\n  - bb: 1\n    cc: \"x y\"\n  - 2\ndd:\n  ee: |\n    one\n    two\n"));
  }
};

ZP_TEST(YamlTextTest)
#include "yaml_text_test.moc"
