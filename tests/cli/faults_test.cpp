// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <cerrno>
#include <cstring>
#include <tuple>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QByteArray old_plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 1}})";
const QByteArray stage_3 = R"({"zero_optimization": {"stage": 3}})";

/// The program under a shell that has set something up for it: "$0" is the program, "$@" the arguments.
Outcome run_under(const QString& shell, const QStringList& arguments,
                  const QProcessEnvironment& environment = plain_environment()) {
  QProcess process;
  process.setProcessEnvironment(environment);
  process.start(QStringLiteral("bash"), QStringList{QStringLiteral("-c"), shell, program_path()} + arguments);
  Outcome outcome;
  if (process.waitForFinished() && process.exitStatus() == QProcess::NormalExit)
    outcome.status = process.exitCode();
  outcome.out = process.readAllStandardOutput();
  outcome.err = process.readAllStandardError();
  return outcome;
}

/// A folder with a plan to be replaced by what `import` makes of a configuration.
struct Saving {
  Saving() {
    write_file(config_file, stage_3);
    write_file(base, old_plan);
    write_file(target, old_plan);
  }
  [[nodiscard]] QStringList arguments() const {
    return {QStringLiteral("import"), config_file, QStringLiteral("--plan"), base,
            QStringLiteral("--out"),  target};
  }
  /// 0: old, 1: new, -1: neither.
  [[nodiscard]] int state() const {
    const QByteArray now = read_file(target);
    if (now == old_plan) return 0;
    const Json plan = Json::parse(now.begin(), now.end(), nullptr, false);
    return plan.is_object() && now.endsWith("}\n") && plan["zero"]["stage"] == 3 ? 1 : -1;
  }
  [[nodiscard]] QStringList beside() const {
    QStringList found = QDir(folder.path()).entryList(QDir::Files);
    found.removeAll(QStringLiteral("plan.json"));
    return found;
  }
  QTemporaryDir folder, others;
  QString config_file = others.filePath(QStringLiteral("ds_config.json")),
          base = others.filePath(QStringLiteral("base.json")),
          target = folder.filePath(QStringLiteral("plan.json"));
};

/// Saves while that call fails as ZP_FAULT says (failing_calls.cpp); `at`: the how manieth alone, 0 = each.
Outcome save_with(const Saving& saving, const QString& call, const QString& fault, int at = 0) {
  QProcessEnvironment faulty = plain_environment();
  faulty.insert(QStringLiteral("LD_PRELOAD"), QStringLiteral(ZP_FAILING_CALLS));
  faulty.insert(QStringLiteral("ZP_FAULT_CALL"), call);
  faulty.insert(QStringLiteral("ZP_FAULT"), fault);
  if (at > 0) faulty.insert(QStringLiteral("ZP_FAULT_AT"), QString::number(at));
  return run_program(saving.arguments(), {}, faulty);
}

}  // namespace

/// What goes wrong around the program: an answer or one sentence, no crash, and files whole. The table is in
/// tests/README.md.
class FaultsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_save_killed_at_any_call_leaves_the_old_file_or_the_new_data() {
    QTest::addColumn<QString>("call");
    for (const char* call : {"write", "fchown", "fchmod", "fsync", "rename"})
      QTest::newRow(call) << QString::fromLatin1(call);
  }
  void a_save_killed_at_any_call_leaves_the_old_file_or_the_new() {
    QFETCH(QString, call);
    constexpr int most_calls = 40;
    bool is_killed = false;
    for (int at = 1; at <= most_calls; ++at) {
      const Saving saving;
      const Outcome outcome = save_with(saving, call, QStringLiteral("kill"), at);
      QVERIFY2(saving.state() >= 0, read_file(saving.target).constData());
      for (const QString& file : saving.beside())
        QVERIFY2(file.endsWith(QStringLiteral(".tmp")), qPrintable(file));
      if (outcome.status == 0) {
        QCOMPARE(saving.state(), 1);
        QVERIFY(is_killed);
        return;
      }
      is_killed = true;
    }
    QFAIL("the save never came to its end");
  }

  void a_call_that_fails_is_told_and_the_old_file_stays_data() {
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("error");
    QTest::newRow("rename") << "rename" << EACCES;
    QTest::newRow("a full disk") << "write" << ENOSPC;
    QTest::newRow("fsync, as on a broken drive") << "fsync" << EIO;
    QTest::newRow("fsync, as over a quota") << "fsync" << EDQUOT;
    QTest::newRow("permissions") << "fchmod" << EPERM;
  }
  void a_call_that_fails_is_told_and_the_old_file_stays() {
    QFETCH(QString, call);
    QFETCH(int, error);
    const Saving saving;
    const Outcome outcome = save_with(saving, call, QString::number(error));
    QVERIFY2(outcome.status == 2 && outcome.err.contains(std::strerror(error)), describe(outcome));
    QCOMPARE(saving.state(), 0);
    QCOMPARE(saving.beside(), QStringList());
  }

  /// As on a slow network, and as where a signal comes.
  void a_slow_drive_and_an_interrupted_write_change_nothing() {
    for (const auto& [call, fault, at] : {std::tuple{"fsync", QStringLiteral("slow"), 0},
                                          {"rename", QStringLiteral("slow"), 0},
                                          {"write", QString::number(EINTR), 1}}) {
      const Saving saving;
      const Outcome outcome = save_with(saving, QString::fromLatin1(call), fault, at);
      QVERIFY2(outcome.status == 0, describe(outcome));
      QCOMPARE(saving.state(), 1);
    }
  }

  void a_full_disk_keeps_the_old_file() {
    const Saving saving;
    const Outcome outcome =
        run_under(QStringLiteral("trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""), saving.arguments());
    QVERIFY2(outcome.status == 2 && outcome.err.contains("cannot be written"), describe(outcome));
    QCOMPARE(saving.state(), 0);
    QCOMPARE(saving.beside(), QStringList());
  }

  void a_full_disk_leaves_nothing_of_an_export() {
    const QTemporaryDir folder;
    const QString plan = folder.filePath("plan.json");
    write_file(plan, old_plan);
    const Outcome outcome = run_under(QStringLiteral("trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""),
                                      {"export", plan, "--out", folder.filePath("new")});
    QVERIFY2(outcome.status == 2 && outcome.err.contains("cannot be written"), describe(outcome));
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{"plan.json"});
  }

  void a_full_device_is_told() {
    const Saving saving;
    Outcome outcome = run_under(QStringLiteral("exec \"$0\" \"$@\" > /dev/full"), {"estimate", saving.base});
    QVERIFY2(outcome.status == 2 && outcome.err.contains("No space left on device"), describe(outcome));
    QStringList arguments = saving.arguments();
    arguments.back() = QStringLiteral("/dev/full");
    outcome = run_program(arguments);
    QVERIFY2(outcome.status == 2 && outcome.err.contains("No space left on device"), describe(outcome));
  }

  void many_at_once_leave_one_whole_file() {
    const Saving saving;
    const Outcome outcome = run_under(
        QStringLiteral(
            "for i in 1 2 3 4 5 6; do \"$0\" \"$@\" & all=\"$all $!\"; done; for one in $all; do wait "
            "$one || exit 1; done"),
        saving.arguments());
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(saving.state(), 1);
    QCOMPARE(saving.beside(), QStringList());
  }

  void a_folder_that_takes_no_file_is_told() {
    const Saving saving;
    for (const char* target : {"/proc/plan.json", "/proc/self/fdinfo/plan.json", "/dev/null/plan.json"}) {
      QStringList arguments = saving.arguments();
      arguments.back() = QString::fromLatin1(target);
      const Outcome outcome = run_program(arguments);
      QVERIFY2(outcome.status == 2 && outcome.err.contains(target), describe(outcome));
    }
  }

  void no_home_no_settings() {
    QProcessEnvironment bare;
    bare.insert(QStringLiteral("PATH"), QStringLiteral("/usr/bin:/bin"));
    const Outcome usual = run_on(old_plan, {"estimate", "-", "--json"});
    QCOMPARE(run_program({"estimate", "-", "--json"}, {old_plan, {}}, bare).out, usual.out);
    bare.insert(QStringLiteral("HOME"), QStringLiteral("/nonexistent"));
    QCOMPARE(run_program({"estimate", "-", "--json"}, {old_plan, {}}, bare).out, usual.out);
  }

  void a_name_may_be_of_any_bytes() {
    const QTemporaryDir folder;
    write_file(folder.filePath("plan.json"), old_plan);
    const QString shell = QStringLiteral(
        "cd \"$1\"; cp plan.json $'\\xff \\n;\"$(x).json'; \"$0\" estimate $'\\xff \\n;\"$(x).json' --json "
        "&& \"$0\" export $'\\xff \\n;\"$(x).json' --out $'\\xfe' > /dev/null && [ -x $'\\xfe'/launch.sh ] "
        "&& rm -r $'\\xfe' $'\\xff \\n;\"$(x).json'");
    const Outcome outcome = run_under(shell, {folder.path()});
    QVERIFY2(outcome.status == 0 && outcome.json().is_object(), describe(outcome));
    const Outcome absent = run_under(QStringLiteral("exec \"$0\" check $'\\xff.json' --json"), {});
    QVERIFY2(absent.status == 2 && absent.out.isEmpty(), describe(absent));
  }

  void a_name_may_be_too_long() {
    const Saving saving;
    for (const QString& name :
         {QString(300, 'a'), QStringLiteral("a/").repeated(3000), QString(250, 'a') + ".json"}) {
      QStringList arguments = saving.arguments();
      arguments.back() = saving.folder.filePath(name);
      const Outcome outcome = run_program(arguments);
      QVERIFY2(outcome.status == 2 && outcome.err.contains("File name too long"), describe(outcome));
    }
    QCOMPARE(saving.beside(), QStringList());
  }

  /// At every limit under which it starts: an answer or a sentence, never a crash.
  void memory_that_runs_out_ends_in_a_sentence() {
    const QTemporaryDir folder;
    const QString plan = folder.filePath("plan.json");
    QByteArray tensors;
    for (int i = 1; i < 60'000; ++i)
      tensors += (i == 1 ? "" : ",") + QByteArray("{\"shape\":[1,") + QByteArray::number(i) + "]}";
    write_file(plan, "{\"model\": {\"tensors\": [" + tensors + "]}}");
    const auto under = [](int kib, const QStringList& arguments) {
      return run_under(QStringLiteral("ulimit -v %1; exec \"$0\" \"$@\"").arg(kib), arguments);
    };
    constexpr int step = 15'000, most = 600'000;
    int kib = 90'000;  // enough for the program to be loaded and to start: below, its libraries have the say
    while (kib < most && under(kib, {"--version"}).status != 0)
      kib += step;
    bool is_refused = false;
    for (; kib < most; kib += step) {
      const Outcome outcome = under(kib, {"estimate", plan, "--json"});
      const bool is_told = outcome.status == 2 && outcome.err.startsWith("zero-planner: Memory ran out");
      is_refused = is_refused || is_told;
      QVERIFY2(is_told || (outcome.status != 2 && outcome.json().is_object()),
               QByteArray::number(kib) + " KiB: " + describe(outcome));
      if (!is_told) break;
    }
    QVERIFY(is_refused);
  }

  /// 1,5 in place of 1.5 is a matter of the locale alone.
  /// As an archive of plans that somebody unpacked could bring.
  void libraries_of_the_folder_one_is_in_are_not_loaded() {
    QProcess ldd;
    ldd.start(QStringLiteral("ldd"), {program_path()});
    QVERIFY(ldd.waitForFinished());
    const QTemporaryDir folder;
    int libraries = 0;
    for (const QByteArray& line : ldd.readAllStandardOutput().split('\n')) {
      const qsizetype arrow = line.indexOf(" => ");
      if (arrow < 0) continue;
      write_file(folder.filePath(QString::fromUtf8(line.first(arrow).trimmed())), "no library");
      ++libraries;
    }
    QVERIFY(libraries > 3);
    const Outcome outcome = run_under(QStringLiteral("cd '%1' && \"$0\" \"$@\"").arg(folder.path()),
                                      {QStringLiteral("--version")});
    QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), describe(outcome).constData());
  }

  void a_locale_with_a_decimal_comma_changes_no_byte() {
    const QTemporaryDir folder;
    QCOMPARE(QProcess::execute(QStringLiteral("localedef"),
                               {"-i", "de_DE", "-f", "UTF-8", folder.filePath("de_DE.UTF-8")}),
             0);  // the package locales of packaging/dependencies.sh
    QProcessEnvironment german = plain_environment();
    german.insert(QStringLiteral("LOCPATH"), folder.path());
    german.insert(QStringLiteral("LC_ALL"), QStringLiteral("de_DE.UTF-8"));
    const QByteArray plan = R"({"model": {"parameters": 1.5e9}, "cluster": {"gpu": {"memory_gib": 79.25}}})";
    for (const QStringList& arguments : {QStringList{"estimate", "-"},
                                         {"estimate", "-", "--json"},
                                         {"compare", "-", "--json"},
                                         {"recommend", "-"},
                                         {"sweep", "-", "--over", "training.dropout=0,0.5", "--csv"}})
      QCOMPARE(run_program(arguments, {plan, {}}, german).out, run_program(arguments, {plan, {}}).out);
  }
};

ZP_TEST(FaultsTest)
#include "faults_test.moc"
