// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/manual.h"

#include <QRegularExpression>
#include <QtTest>

#include "tests/cli/manual_examples.h"
#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

QStringList commands_of_help() {
  const QString help = QString::fromUtf8(run_program({QStringLiteral("--help")}).out);
  static const QRegularExpression command(QStringLiteral("^  ([a-z]+) {3,}"),
                                          QRegularExpression::MultilineOption);
  QStringList commands;
  for (const QRegularExpressionMatch& match :
       command.globalMatch(help.section(QStringLiteral("Subcommands:"), 1)))
    commands << match.captured(1);
  return commands;
}

}  // namespace

/// docs/commands.md says what the program does, and `--help` and the manual pages say the same.
class ManualTest : public QObject {
  Q_OBJECT

 private slots:
  /// Where figures or options have changed, `cmake --build --preset dev --target manual` writes them anew.
  void options_and_outputs_are_those_of_the_program() {
    const QList<QByteArray> now = manual_now().split('\n'),
                            page = read_file(QStringLiteral(ZP_SOURCE_DIR "/docs/commands.md")).split('\n');
    for (qsizetype i = 0; i < std::min(now.size(), page.size()); ++i)
      QVERIFY2(now[i] == page[i],
               "docs/commands.md:" + QByteArray::number(i + 1) + ": " + page[i] + "\nnow: " + now[i]);
    QCOMPARE(now.size(), page.size());
  }

  void brackets_that_are_no_link_stay() {
    const auto plain = [](const char* markdown) {
      return QString::fromStdString(zp::without_marks(markdown));
    };
    QCOMPARE(plain("`tutorial [NAME…]` writes. Document: [zero-tutorial/1](json.md#tutorial)."),
             QStringLiteral("tutorial [NAME…] writes. Document: zero-tutorial/1."));
    QCOMPARE(plain("[a [b] c](d.md) [e"), QStringLiteral("a [b] c [e"));
    QCOMPARE(plain("[a](b"), QStringLiteral("[a](b"));
  }

  void every_command_has_a_description_and_two_examples_data() {
    QTest::addColumn<QString>("command");
    const QStringList commands = commands_of_help();
    QVERIFY(commands.size() >= 16);
    for (const QString& command : commands)
      QTest::newRow(qPrintable(command)) << command;
  }
  void every_command_has_a_description_and_two_examples() {
    QFETCH(QString, command);
    const std::vector<zp::ManualSection> sections = zp::manual_sections();
    const auto section = std::ranges::find_if(sections, [&](const zp::ManualSection& each) {
      return each.is_command && each.title == command.toStdString();
    });
    QVERIFY2(section != sections.end(), "docs/commands.md has no section of it");
    QVERIFY(section->text.size() > 20);
    QVERIFY(section->examples.size() >= 2);
    const QString help = QString::fromUtf8(run_program({command, QStringLiteral("--help")}).out);
    for (const zp::ManualExample& example : section->examples) {
      QVERIFY(!example.text.empty());
      QVERIFY(!example.commands().empty());
      for (const std::string& line : example.commands()) {
        QVERIFY2(QString::fromStdString(line).contains(QStringLiteral("zero-planner ") + command),
                 line.c_str());
        QVERIFY2(help.contains(QStringLiteral("    ") + QString::fromStdString(line)), line.c_str());
      }
    }
  }

  void marks_are_taken_off() {
    QCOMPARE(zp::without_marks("`a` and [b `c`](d.md#e), *.f"), std::string("a and b c, *.f"));
  }
};

ZP_TEST(ManualTest)
#include "manual_test.moc"
