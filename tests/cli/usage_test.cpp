// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

/// Tests of help, version, misspelt commands, a missing display, and an output that cannot be written.
class UsageTest : public QObject {
  Q_OBJECT

 private slots:
  void version_is_one_line() {
    const Outcome outcome = run_program({QStringLiteral("--version")});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QVERIFY2(QString::fromUtf8(outcome.out)
                 .contains(QRegularExpression(QStringLiteral(
                     "^zero-planner \\d+\\.\\d+\\.\\d+( \\([0-9a-f]{7,12}, \\d{4}-\\d\\d-\\d\\d\\))?\n$"))),
             outcome.out);
  }

  void help_lists_every_command() {
    const Outcome outcome = run_program({QStringLiteral("--help")});
    QCOMPARE(outcome.status, 0);
    for (const char* command : {"estimate", "compare", "recommend", "reference", "diff", "sweep", "measure",
                                "calibrate", "check", "fix", "export", "presets", "screenshot"})
      QVERIFY2(outcome.out.contains(QByteArray("\n  ") + command + " "), command);
    QCOMPARE(outcome.err, QByteArray());
  }

  void every_command_has_help_data() {
    QTest::addColumn<QStringList>("options");
    QTest::newRow("estimate") << QStringList{"PLAN", "--json", "--jsonl", "--help-plan"};
    QTest::newRow("compare") << QStringList{"PLAN", "--json", "--jsonl", "--strict"};
    QTest::newRow("recommend") << QStringList{"PLAN", "--json", "--jsonl", "--objective", "--limit"};
    QTest::newRow("reference") << QStringList{"PLAN", "--json"};
    QTest::newRow("sweep") << QStringList{"PLAN", "--over", "--set", "--json", "--csv"};
    QTest::newRow("measure") << QStringList{"PLAN", "FILE", "--set", "--json"};
    QTest::newRow("calibrate") << QStringList{"PLAN", "LOG", "--out", "--profile", "--reset", "--json"};
    QTest::newRow("diff") << QStringList{"A", "B", "--plan", "--set", "--json"};
    QTest::newRow("export") << QStringList{"PLAN",      "--out",        "--for",
                                           "--flavour", "--autotuning", "--deepspeed-version"};
    QTest::newRow("check") << QStringList{"CONFIG",   "--world-size",        "--plan",
                                          "--format", "--deepspeed-version", "--json"};
    QTest::newRow("fix") << QStringList{"CONFIG", "--world-size", "--plan", "--out", "--in-place"};
    QTest::newRow("presets") << QStringList{"models", "--json"};
    QTest::newRow("screenshot") << QStringList{"PLAN", "--out", "--view", "--size", "--theme", "--scale"};
  }
  void every_command_has_help() {
    QFETCH(QStringList, options);
    const Outcome outcome =
        run_program({QString::fromLatin1(QTest::currentDataTag()), QStringLiteral("--help")});
    QVERIFY2(outcome.status == 0, describe(outcome));
    for (const QString& option : options)
      QVERIFY2(outcome.out.contains(option.toUtf8()), qPrintable(option));
  }

  void unusable_command_lines_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("misspelt command")
        << QStringList{"estimat", "x"} << QByteArray("Did you mean 'estimate'?");
    QTest::newRow("misspelt, with options")
        << QStringList{"recomend", "-", "--json"} << QByteArray("'recommend'");
    QTest::newRow("neither command nor file")
        << QStringList{"qqqqqqqqqq"} << QByteArray("neither a command nor a file");
    QTest::newRow("unknown option") << QStringList{"estimate", "-", "--jsn"} << QByteArray("--jsn");
    QTest::newRow("unknown option alone") << QStringList{"--bogus"} << QByteArray("--bogus");
    QTest::newRow("estimate without a plan")
        << QStringList{"estimate"} << QByteArray("A plan is needed: give a file");
    QTest::newRow("compare without a plan")
        << QStringList{"compare", "--json"} << QByteArray("A plan is needed: give a file");
    QTest::newRow("settings without a plan and without a model")
        << QStringList{"estimate", "--set", "zero.stage=3"} << QByteArray("--set model=llama-3-8b");
    QTest::newRow("two plans") << QStringList{"compare", "a", "b"} << QByteArray("b");
    QTest::newRow("unknown objective")
        << QStringList{"recommend", "-", "--objective", "speed"} << QByteArray("--objective");
    QTest::newRow("limit is no number")
        << QStringList{"recommend", "-", "--limit", "many"}
        << QByteArray("--limit: “many” is not a whole number from 0 to 1,000,000\n");
    QTest::newRow("negative limit") << QStringList{"recommend", "-", "--limit", "-1"}
                                    << QByteArray(
                                           "--limit: “-1” is not a whole number from 0 to 1,000,000\n");
    QTest::newRow("half a limit") << QStringList{"recommend", "-", "--limit", "1.5"}
                                  << QByteArray("--limit: “1.5” is not a whole number");
    QTest::newRow("margin above one") << QStringList{"recommend", "-", "--margin", "2"}
                                      << QByteArray("--margin: “2” is not a number from 0 to 1\n");
    QTest::newRow("speed that is no number") << QStringList{"recommend", "-", "--min-tokens-per-s", "nan"}
                                             << QByteArray("“nan” is not a number of at least 0\n");
    QTest::newRow("unknown catalog") << QStringList{"presets", "cars"} << QByteArray("cars");
    QTest::newRow("sweep over nothing") << QStringList{"sweep", "-"} << QByteArray("--over is required");
    QTest::newRow("export without a folder") << QStringList{"export", "-"} << QByteArray("--out is required");
    QTest::newRow("export, unknown flavour")
        << QStringList{"export", "-", "--out", "x", "--flavour", "sweet"} << QByteArray("--flavour");
    QTest::newRow("export, unknown program")
        << QStringList{"export", "-", "--out", "x", "--for", "cooking"} << QByteArray("llama-factory");
    QTest::newRow("picture without a file") << QStringList{"screenshot"} << QByteArray("--out is required");
    QTest::newRow("picture that is no png")
        << QStringList{"screenshot", "--out", "a.jpg"} << QByteArray(".png");
    QTest::newRow("picture, size without x")
        << QStringList{"screenshot", "--out", "a.png", "--size", "1280"} << QByteArray("1280x800");
    QTest::newRow("picture, size too large")
        << QStringList{"screenshot", "--out", "a.png", "--size", "99999x800"} << QByteArray("--size");
    QTest::newRow("picture, size with a tail")
        << QStringList{"screenshot", "--out", "a.png", "--size", "1280x800x"} << QByteArray("--size");
    QTest::newRow("picture, scale 0")
        << QStringList{"screenshot", "--out", "a.png", "--scale", "0"} << QByteArray("--scale");
  }
  void unusable_command_lines() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, said);
    const Outcome outcome = run_program(arguments, {R"({"model": {"preset": "llama-2-7b"}})", {}});
    QVERIFY2(outcome.status == 2, describe(outcome));
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.contains(said), describe(outcome));
  }

  void without_a_display_it_says_what_to_do() {
    QProcessEnvironment environment = plain_environment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
      environment.remove(QString::fromLatin1(name));
    const Outcome outcome = run_program({}, {}, environment);
    QVERIFY2(outcome.status == 2, describe(outcome));
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.contains("zero-planner estimate PLAN"), describe(outcome));
  }

  void an_output_that_cannot_be_written_is_an_error() {
    QVERIFY2(QFile::exists(QStringLiteral("/dev/full")), "every Linux has /dev/full");
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), QStringLiteral("\"$0\" presets --json > /dev/full"), program_path()});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.exitCode(), 2);
    QVERIFY(shell.readAllStandardError().contains("standard output cannot be written"));
  }

  void plan_keys_are_listed() {
    const Outcome text = run_program({QStringLiteral("estimate"), QStringLiteral("--help-plan")});
    QVERIFY2(text.status == 0, describe(text));
    for (const char* key :
         {"training.micro_batch_size", "cluster.gpu.memory_gib", "zero.stage", "target.flavour"})
      QVERIFY2(text.out.contains(key), key);
    const Outcome json =
        run_program({QStringLiteral("estimate"), QStringLiteral("--help-plan"), QStringLiteral("--json")});
    QCOMPARE(json.status, 0);
    const Json document = json.json();
    QVERIFY(document.is_object());
    QVERIFY(document["keys"].size() > 60);
  }
};

ZP_TEST(UsageTest)
#include "usage_test.moc"
