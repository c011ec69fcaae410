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
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QByteArray old_plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 1}})";
const QByteArray stage_3 = R"({"zero_optimization": {"stage": 3}})";

/// A folder with a plan that `import` replaces by the plan of a configuration.
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
  /// Returns 0 if the file holds the old plan, 1 if the new plan, -1 if neither.
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

Outcome save_with(const Saving& saving, const QString& call, const QString& fault, int at = 0) {
  return run_program(saving.arguments(), {}, faulty_environment(call, fault, at));
}

}  // namespace

/// Tests of faults around the program: it gives an answer or one sentence, does not crash, and leaves whole
/// files. tests/README.md has the table.
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

  /// The drive is slow as on a network, or a signal interrupts a write.
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

  /// SIGXFSZ has its default action here, as in the jobs of a batch system.
  void a_limit_of_file_sizes_is_told() {
    const Saving saving;
    Outcome outcome = run_under(QStringLiteral("ulimit -f 0; exec \"$0\" \"$@\""), saving.arguments());
    QVERIFY2(outcome.status == 2 && outcome.err.contains("File too large"), describe(outcome));
    QCOMPARE(saving.state(), 0);
    QCOMPARE(saving.beside(), QStringList());
    const QString printed = saving.others.filePath("printed");
    outcome = run_under(QStringLiteral("ulimit -f 1; exec \"$0\" \"$@\" > '%1'").arg(printed),
                        {"estimate", "--help-plan"});
    QVERIFY2(outcome.status == 2 && outcome.err.contains("File too large"), describe(outcome));
  }

  void everything_printed_on_a_full_device_is_told_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("help") << QStringList{"--help"};
    QTest::newRow("help of a command") << QStringList{"estimate", "--help"};
    QTest::newRow("version") << QStringList{"--version"};
    QTest::newRow("keys of a plan") << QStringList{"estimate", "--help-plan"};
    QTest::newRow("schema of a plan") << QStringList{"estimate", "--plan-schema"};
    QTest::newRow("completion") << QStringList{"--completion", "bash"};
    QTest::newRow("presets") << QStringList{"presets"};
  }
  void everything_printed_on_a_full_device_is_told() {
    QFETCH(QStringList, arguments);
    const Outcome outcome = run_under(QStringLiteral("exec \"$0\" \"$@\" > /dev/full"), arguments);
    QVERIFY2(outcome.status == 2 && outcome.err.startsWith("zero-planner: ") &&
                 outcome.err.contains("No space left on device"),
             describe(outcome));
    const Outcome closed = run_under(QStringLiteral("exec \"$0\" \"$@\" >&-"), arguments);
    QVERIFY2(closed.status == 2 && closed.err.contains("cannot be written"), describe(closed));
  }

  void a_link_to_nothing_is_written_through_data() {
    QTest::addColumn<QStringList>("arguments");
    const QString plan = QStringLiteral("PLAN"), config_file = QStringLiteral("CONFIG");
    QTest::newRow("import") << QStringList{"import", config_file, "--plan", plan};
    QTest::newRow("fix") << QStringList{"fix", config_file};
    QTest::newRow("calibrate") << QStringList{"calibrate", plan, "--reset"};
    if (!drag_source_path().isEmpty())  // a build with the window
      QTest::newRow("screenshot") << QStringList{"screenshot", plan};
  }
  void a_link_to_nothing_is_written_through() {
    QFETCH(QStringList, arguments);
    const Saving saving;
    arguments.replaceInStrings(QStringLiteral("PLAN"), saving.base);
    arguments.replaceInStrings(QStringLiteral("CONFIG"), saving.config_file);
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath("deep"));
    const QString link = folder.filePath("link.png"), end = folder.filePath("deep/end.png");
    QVERIFY(QFile::link(QStringLiteral("deep/next.png"), link));  // a relative link to another link
    QVERIFY(QFile::link(end, folder.filePath("deep/next.png")));
    Outcome outcome = run_program(arguments + QStringList{"--out", link});
    QVERIFY2(outcome.status == 0 || outcome.status == 1, describe(outcome));  // 1: fix has more to tell
    QVERIFY(QFileInfo(link).isSymLink() && QFileInfo(folder.filePath("deep/next.png")).isSymLink());
    QVERIFY(QFileInfo(end).size() > 0);

    const QString into_nowhere = folder.filePath("nowhere.png"), circle = folder.filePath("circle.png");
    QVERIFY(QFile::link(QStringLiteral("/nonexistent/x.png"), into_nowhere));
    QVERIFY(QFile::link(circle, circle));
    for (const QString& bad : {into_nowhere, circle}) {
      outcome = run_program(arguments + QStringList{"--out", bad});
      QVERIFY2(outcome.status == 2 && outcome.err.contains("cannot be written"), describe(outcome));
      QVERIFY(QFileInfo(bad).isSymLink());
    }
  }

  void files_made_to_hurt_take_little_memory_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("turn");  // counts the rows
    int turn = 0;
    const auto row = [&turn](const char* part, const char* before = "", const char* behind = "") {
      const QByteArray one(part);
      QTest::newRow((before + one.left(20)).constData())
          << before + one.repeated(2'000'000 / one.size()) + behind << turn++;
    };
    for (const char* part :
         {"[", "{\"a\":", "- ", "? ", "1", "'", "\"", "a: ", "[\n", "&a ", "# a\n", "k: 1\n"})
      row(part);
    for (const char* part : {"1,", "1,\n", "&a ", "!a ", "'a',", "{a: b},", "? a,"})
      row(part, "[");
    row("1", "{\"train_batch_size\": ", "}");
    row("x", "{\"train_batch_size\": \"", "\"}");
    row("\"a\": 1,", "{", "\"b\": 1}");
    QByteArray aliases = "a: &a [x,x,x,x,x,x,x,x,x]\n";
    for (char name = 'b'; name < 'z'; ++name) {
      const QByteArray inner = QByteArray("*") + static_cast<char>(name - 1) + ",";
      aliases += QByteArray(1, name) + ": &" + name + " [" + inner.repeated(9) + "]\n";
    }
    QTest::newRow("aliases of aliases") << aliases << turn;
  }
  void files_made_to_hurt_take_little_memory() {
    QFETCH(const QByteArray, text);
    QFETCH(const int, turn);
    const QTemporaryDir folder;
    const QString file = folder.filePath("hurt");
    write_file(file, text);
    const QList<QStringList> commands = {{"check"}, {"import"}, {"estimate"}, {"fix", "--out", "-"}};
    for (qsizetype i = 0; i < commands.size(); ++i) {
      if (!all_cases() && i != turn % commands.size()) continue;
      const QStringList& command = commands[i];
      // The program and its libraries take about 250 of the 450 MiB of addresses before they begin.
      const Outcome outcome = run_under(QStringLiteral("ulimit -v 450000; exec \"$0\" \"$@\""),
                                        QStringList{command.front(), file} + command.mid(1));
      QVERIFY2(outcome.status >= 0 && !outcome.err.contains("Memory ran out"), describe(outcome));
    }
  }

  void no_thread_can_be_started_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::newRow("search of every machine") << QStringList{"hardware"} << 0;
    QTest::newRow("search") << QStringList{"recommend"} << 0;
    QTest::newRow("picture") << QStringList{"screenshot", "--out", "picture.png"} << 2;
  }
  /// Commands compute in one thread then; Qt's painter cannot.
  void no_thread_can_be_started() {
    QFETCH(const QStringList, arguments);
    QFETCH(const int, status);
    const QTemporaryDir folder;
    write_file(folder.filePath("plan.json"), R"({"model": {"preset": "gpt-2-124m"}})");
    const Outcome outcome = run_under(
        QStringLiteral("cd '%1' && exec timeout 60 \"$0\" \"$1\" plan.json \"${@:2}\"").arg(folder.path()),
        arguments, faulty_environment("pthread_create", QString::number(EAGAIN)));
    QVERIFY2(outcome.status == status, describe(outcome));
    QCOMPARE(outcome.err.contains("No thread could be started"), status == 2);
  }

  void pictures_of_the_window_in_little_memory_data() {
    QTest::addColumn<int>("mebibytes");
    for (const int mebibytes : {150, 160, 180, 220})
      QTest::addRow("%d MiB", mebibytes) << mebibytes;
  }
  /// The machines are searched in the background, so that memory may run out in another thread than the
  /// window's.
  void pictures_of_the_window_in_little_memory() {
    QFETCH(const int, mebibytes);
    const QTemporaryDir folder;
    const QString plan = folder.filePath("plan.json"), picture = folder.filePath("picture.png");
    write_file(plan, R"({"model": {"preset": "gpt-2-124m"}})");
    const Outcome outcome =
        run_under(QStringLiteral("ulimit -v %1; exec \"$0\" \"$@\"").arg(mebibytes * 1024),
                  {"screenshot", plan, "--view", "hardware", "--out", picture});
    const bool is_told = outcome.status == 2 && outcome.err.contains("raise the limit");
    QVERIFY2(is_told != QFile::exists(picture) && (is_told || outcome.status == 0), describe(outcome));
  }

  /// A search of 22.8 million candidates on one node. A search that stored every half of every box
  /// took 2.3 GB.
  void a_thorough_search_keeps_to_its_memory() {
    const QTemporaryDir folder;
    const QString plan = folder.filePath("plan.json");
    write_file(plan, R"({"model": {"preset": "llama-2-7b"}})");
    const Outcome outcome = run_under(QStringLiteral("ulimit -v 1000000; exec \"$0\" \"$@\""),
                                      {"recommend", plan, "--allow", "thorough", "--json"});
    QVERIFY2(outcome.status == 0 && outcome.json().contains("best"), describe(outcome));
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

  /// Under every limit at which the program starts, it gives an answer or a sentence, and never crashes.
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
    int kib = 90'000;  // enough for the program to load and start; below that, its libraries decide
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

  /// An unpacked archive of plans could bring such libraries.
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

  /// Only the locale decides between 1,5 and 1.5.
  void a_locale_with_a_decimal_comma_changes_no_byte() {
    const QTemporaryDir folder;
    const QProcessEnvironment german = german_environment(folder.path());
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
