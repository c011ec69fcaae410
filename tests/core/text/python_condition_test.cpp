// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/python_condition.h"

#include <QtTest>
#include <map>

#include "tests/support/test_main.h"

using namespace zp;

namespace {

TextNode boolean(bool value) {
  TextNode node;
  node.kind = NodeKind::boolean;
  node.boolean = value;
  return node;
}

TextNode number(double value) {
  TextNode node;
  node.kind = NodeKind::real;
  node.number = value;
  return node;
}

TextNode text(const char* value) {
  TextNode node;
  node.kind = NodeKind::string;
  node.text = value;
  return node;
}

/// Returns the value of a name: yes and no are switches, args.bits is the default of an option.
std::optional<PythonOperand> value_of_name(const std::string& name) {
  static const std::map<std::string, PythonOperand> values = {
      {"yes", {boolean(true), ""}},        {"no", {boolean(false), ""}},  {"four", {number(4), ""}},
      {"args.bits", {number(4), "bits"}},  {"word", {text("lora"), ""}},  {"empty", {text(""), ""}},
      {"args.path", {TextNode(), "path"}}, {"long", {text("mpt-7b"), ""}}};
  const auto found = values.find(name);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

/// Tests of conditions of Python programs. Python 3.11 gave the same truth with these values.
class PythonConditionTest : public QObject {
  Q_OBJECT

 private slots:
  void conditions_data() {
    QTest::addColumn<QString>("truth");
    const auto row = [](const char* condition, const char* truth) {
      QTest::newRow(condition) << QString(truth);
    };
    row("yes", "true");
    row("not yes", "false");
    row("not not yes", "true");
    row("yes and no", "false");
    row("yes or no", "true");
    row("no or no or yes", "true");
    row("not no and yes", "true");
    row("not (no or yes)", "false");
    row("no and no or yes", "true");
    row("no and (no or yes)", "false");
    row("four == 4", "true");
    row("four != 4", "false");
    row("four > 3 and four <= 4", "true");
    row("four < 4.5", "true");
    row("four >= 5", "false");
    row("four >= 4", "true");
    row("four <= 3", "false");
    row("four <= 4", "true");
    row("four > 4", "false");
    row("four < 4", "false");
    row("four < 5", "true");
    row("four != 5", "true");
    row("yes == True", "true");
    row("yes != True", "false");
    row("yes == False", "false");
    row("yes != False", "true");
    row("yes == 'True'", "undecided");
    row("args.path != None", "false by path");
    row("args.path < None", "undecided");
    row("word is 'lora'", "undecided");  // identity of texts is the interpreter's
    row("four is 4", "undecided");
    row("4 in [4]", "true");
    row("word in ['lora', 'full',]", "true");
    row("'full' not in ('lora', 'full')", "false");
    row("unknown in [4]", "undecided");
    row("four in [unknown]", "undecided");
    row("four in word", "undecided");
    row("(yes) and (not (no))", "true");
    row("\t yes \t", "true");
    row("word == 'lora'", "true");
    row("word == \"full\"", "false");
    row("word != 'full'", "true");
    row("empty", "false");
    row("word", "true");
    row("args.path", "false by path");
    row("args.path is None", "true by path");
    row("args.path is not None", "false by path");
    row("args.path == None", "true by path");
    row("word is None", "false");
    row("args.bits == 4", "true by bits");
    row("args.bits in [4, 8]", "true by bits");
    row("args.bits in (8, 16)", "false by bits");
    row("args.bits not in [8]", "true by bits");
    row("'mpt' in long", "true");
    row("'gpt' not in long", "true");
    row("no and args.bits == 4", "false");
    row("args.bits == 4 or yes", "true by bits");
    row("unknown", "undecided");
    row("not unknown", "undecided");
    row("no and unknown", "false");
    row("unknown and no", "false");
    row("yes or unknown", "true");
    row("unknown or yes", "true");
    row("yes and unknown", "undecided");
    row("unknown == 4", "undecided");
    row("len(word) > 3", "undecided");
    row("four + 1 == 5", "undecided");
    row("four < 3 < 5", "undecided");
    row("word[0] == 'l'", "undecided");
    row("four ==", "undecided");
    row("(yes", "undecided");
    row("yes)", "undecided");
    row("", "undecided");
    row("word == 'a\\'b'", "undecided");
    row("word < 'm'", "undecided");
    row("args.bits in [4, ", "undecided");
  }
  void conditions() {
    QFETCH(QString, truth);
    const PythonTruth found = truth_of(QTest::currentDataTag(), value_of_name);
    QString words = QString(!found.holds ? "undecided" : *found.holds ? "true" : "false");
    if (found.holds && !found.option.empty()) words += QString(" by ") + QString::fromStdString(found.option);
    QCOMPARE(words, truth);
  }

  void brackets_without_end_are_undecided() {
    QVERIFY(!truth_of(std::string(100000, '('), value_of_name).holds);
    QVERIFY(!truth_of(std::string("args.bits in [") + std::string(100000, '['), value_of_name).holds);
    std::string negations;
    for (int i = 0; i < 20000; ++i)
      negations += "not ";
    QVERIFY(!truth_of(negations + "yes", value_of_name).holds);
  }
};

ZP_TEST(PythonConditionTest)
#include "python_condition_test.moc"
