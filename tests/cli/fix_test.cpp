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

/// Tests of zero-planner fix: which files it writes, and its exit status.
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

  QByteArray taken(const QString& name) {
    const QString path = folder_.filePath(name);
    QByteArray text = read_file(path);
    QFile::remove(path);
    return text;
  }

 private slots:
  void the_fixed_file_lies_beside_and_the_difference_is_printed() {
    write_file(file_, misspelt);
    const Outcome outcome = fix();
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(read_file(file_), misspelt);
    QCOMPARE(taken(QStringLiteral("ds_config.fixed.json")), mended);
    QVERIFY2(outcome.out.contains("ds_config.fixed.json"), outcome.out);
    QVERIFY2(outcome.out.contains("-  \"bf16\": {\"enabld\": true}\n+  \"bf16\": {\"enabled\": true}\n"),
             outcome.out);
    QVERIFY2(outcome.out.contains("Renamed bf16.enabld to enabled."), outcome.out);
    QCOMPARE(QDir(folder_.path()).entryList(QDir::Files).size(), 1);  // nothing is left behind
  }

  void in_place_keeps_every_file_that_was_there() {
    const QStringList in_place = {QStringLiteral("--in-place")};
    write_file(file_, misspelt);
    QVERIFY2(fix(in_place).out.contains("ds_config.json.bak"), describe(fix(in_place)));
    QCOMPARE(read_file(file_), mended);
    const Outcome again = fix(in_place);
    QVERIFY2(again.status == 0 && again.out.contains("nothing that can be fixed safely"), describe(again));
    QCOMPARE(QDir(folder_.path()).entryList(QDir::Files).size(), 2);  // an unchanged file gets no backup
    const QByteArray other = "{\"train_batch_siz\": 8}";
    write_file(file_, other);
    QCOMPARE(fix(in_place).status, 0);
    QCOMPARE(taken(QStringLiteral("ds_config.json.bak")), misspelt);
    QCOMPARE(taken(QStringLiteral("ds_config.json.bak2")), other);
    QCOMPARE(fix({QStringLiteral("--in-place"), QStringLiteral("--out"), QStringLiteral("x")}).status, 2);
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
    write_file(file_, "{\"train_batch_size\": 4, \"zero_optimization\": true}");
    const Outcome outcome = fix();
    QVERIFY2(outcome.status == 1, describe(outcome));
    QCOMPARE(taken(QStringLiteral("ds_config.fixed.json")),
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
