// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QByteArray misspelt = "{\n  \"train_batch_size\": 8, # all\n  \"bf16\": {\"enabld\": true}\n}\n";
const QByteArray mended = "{\n  \"train_batch_size\": 8, # all\n  \"bf16\": {\"enabled\": true}\n}\n";

}  // namespace

/// zero-planner fix: what it writes where, and how it exits.
class FixCliTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  QString file_ = folder_.filePath(QStringLiteral("ds_config.json"));

  Outcome fix(const QStringList& options = {}) {
    return run_program(
        QStringList{QStringLiteral("fix"), file_, QStringLiteral("--world-size"), QStringLiteral("8")} +
        options);
  }

 private slots:
  void the_file_is_replaced_and_the_difference_printed() {
    write_file(file_, misspelt);
    const Outcome outcome = fix();
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(read_file(file_), mended);
    QVERIFY2(outcome.out.contains("-  \"bf16\": {\"enabld\": true}\n+  \"bf16\": {\"enabled\": true}\n"),
             outcome.out);
    QVERIFY2(outcome.out.contains("Renamed bf16.enabld to enabled."), outcome.out);
    QCOMPARE(QDir(folder_.path()).entryList(QDir::Files).size(), 1);  // nothing is left behind
    const Outcome again = fix();
    QVERIFY2(again.status == 0 && again.out.contains("nothing that can be fixed safely"), describe(again));
    QCOMPARE(read_file(file_), mended);
  }

  void another_file_may_take_it() {
    write_file(file_, misspelt);
    const QString out = folder_.filePath(QStringLiteral("fixed.json"));
    const Outcome outcome = fix({QStringLiteral("--out"), out});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(read_file(file_), misspelt);
    QCOMPARE(read_file(out), mended);
    QVERIFY(QFile::remove(out));
  }

  void standard_input_goes_to_standard_output() {
    const Outcome outcome = run_on(misspelt, {QStringLiteral("fix"), QStringLiteral("-")});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(outcome.out, mended);
    QVERIFY2(outcome.err.contains("Renamed bf16.enabld"), outcome.err);
  }

  void what_is_left_decides_the_exit_status() {
    const QByteArray config = "{\"train_batch_size\": 4, \"zero_optimization\": true}";
    write_file(file_, config);
    const Outcome outcome = fix();
    QVERIFY2(outcome.status == 1, describe(outcome));
    QCOMPARE(read_file(file_),
             QByteArray("{\"train_batch_size\": 4, \"zero_optimization\": {\"stage\": 1}}"));
    QVERIFY2(outcome.out.contains("comes out as 0 on 8 ranks"), outcome.out);
  }

  void a_broken_file_stays_as_it_is() {
    write_file(file_, "{\"train_batch_size\": ");
    const Outcome outcome = fix();
    QVERIFY2(outcome.status == 1, describe(outcome));
    QCOMPARE(read_file(file_), QByteArray("{\"train_batch_size\": "));
  }

  void unusable_command_lines_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("no file") << QStringList{"fix"} << QByteArray("CONFIG is required");
    QTest::newRow("missing file") << QStringList{"fix", "no-such-file.json"}
                                  << QByteArray("no-such-file.json");
    QTest::newRow("no folder") << QStringList{"fix", "-", "--out", "no-such-folder/x.json"}
                               << QByteArray("no-such-folder/x.json");
  }
  void unusable_command_lines() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, said);
    const Outcome outcome = run_on(misspelt, arguments);
    QVERIFY2(outcome.status == 2, describe(outcome));
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.contains(said), describe(outcome));
  }
};

ZP_TEST(FixCliTest)
#include "fix_test.moc"
