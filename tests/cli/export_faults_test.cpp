// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDir>
#include <QMap>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

constexpr auto everything = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
const QByteArray plan_before = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 1}})";
const QByteArray plan_after = R"({"model": {"preset": "llama-2-13b"}, "zero": {"stage": 3}})";

using Contents = QMap<QString, QByteArray>;

Contents contents_of(const QString& folder) {
  Contents contents;
  for (const QString& name : QDir(folder).entryList(QDir::Files | QDir::Hidden))
    contents[name] = read_file(folder + u'/' + name);
  return contents;
}

/// A folder with an old and a new plan, the files that each exports to, and the place of an export.
struct Exporting {
  Exporting() {
    write_file(folder.filePath("old.json"), plan_before);
    write_file(folder.filePath("new.json"), plan_after);
    old_files = exported("old.json");
    new_files = exported("new.json");
  }
  [[nodiscard]] QStringList arguments(const QString& plan = QStringLiteral("new.json")) const {
    return {QStringLiteral("export"), folder.filePath(plan), QStringLiteral("--out"), target};
  }
  Contents exported(const QString& plan) const {
    const Outcome outcome = run_program(arguments(plan));
    if (outcome.status != 0) qFatal("%s", describe(outcome).constData());
    Contents contents = contents_of(target);
    QDir(target).removeRecursively();
    return contents;
  }
  QTemporaryDir folder, place;
  QString target = place.filePath(QStringLiteral("run"));
  Contents old_files, new_files;
};

/// Returns the number of a process that has ended, which is free now.
qint64 ended_process() {
  QProcess process;
  process.start(QStringLiteral("true"), {});
  process.waitForStarted();
  const qint64 number = process.processId();
  process.waitForFinished();
  return number;
}

/// Returns the step from one call that is killed to the next.
int step() { return static_cast<int>(zp::test::step_in_gate(3)); }

void calls_data() {
  QTest::addColumn<QString>("call");
  for (const char* call : {"write", "fchmod", "fsync", "rename", "link", "unlink", "mkdir"})
    QTest::newRow(call) << QString::fromLatin1(call);
}

}  // namespace

/// Tests of exports that are killed or fail, and of the exports after them.
class ExportFaultsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_new_folder_is_there_whole_or_not_at_all_data() { calls_data(); }
  void a_new_folder_is_there_whole_or_not_at_all() {
    QFETCH(QString, call);
    const Exporting exporting;
    for (int at = 1; at <= most_calls; at += step()) {
      const Outcome outcome =
          run_program(exporting.arguments(), {}, faulty_environment(call, QStringLiteral("kill"), at));
      if (QDir(exporting.target).exists()) QCOMPARE(contents_of(exporting.target), exporting.new_files);
      const bool is_done = outcome.status == 0;
      const Outcome next = run_program(exporting.arguments());
      QVERIFY2(next.status == 0, describe(next));
      QCOMPARE(contents_of(exporting.target), exporting.new_files);
      QCOMPARE(QDir(exporting.place.path()).entryList(everything), QStringList{"run"});
      QCOMPARE(QDir(exporting.target).entryList(everything).size(), exporting.new_files.size());
      QVERIFY(QDir(exporting.target).removeRecursively());
      if (is_done) return;
    }
    QFAIL("the export never came to its end");
  }

  void files_of_a_folder_are_old_or_new_each_whole_data() { calls_data(); }
  void files_of_a_folder_are_old_or_new_each_whole() {
    QFETCH(QString, call);
    const Exporting exporting;
    for (int at = 1; at <= most_calls; at += step()) {
      QCOMPARE(run_program(exporting.arguments("old.json")).status, 0);
      const Outcome outcome =
          run_program(exporting.arguments(), {}, faulty_environment(call, QStringLiteral("kill"), at));
      const Contents found = contents_of(exporting.target);
      int old = 0;
      for (const QString& name : exporting.new_files.keys()) {
        QVERIFY2(found[name] == exporting.old_files[name] || found[name] == exporting.new_files[name],
                 qPrintable(name));
        old += found[name] == exporting.old_files[name] ? 1 : 0;
      }
      // No file is renamed before all files are written.
      if (outcome.status != 0 && (call == "write" || call == "fsync") && at <= exporting.new_files.size())
        QCOMPARE(old, exporting.new_files.size());
      const Outcome next = run_program(exporting.arguments());
      QVERIFY2(next.status == 0, describe(next));
      QCOMPARE(contents_of(exporting.target), exporting.new_files);
      QCOMPARE(QDir(exporting.target).entryList(everything).size(), exporting.new_files.size());
      if (outcome.status == 0) return;
    }
    QFAIL("the export never came to its end");
  }

  void an_export_that_fails_half_way_puts_the_old_files_back() {
    const Exporting exporting;
    QCOMPARE(run_program(exporting.arguments("old.json")).status, 0);
    for (int at = 1; at <= exporting.new_files.size(); ++at) {
      const Outcome outcome =
          run_program(exporting.arguments(), {},
                      faulty_environment(QStringLiteral("rename"), QString::number(EACCES), at));
      QVERIFY2(outcome.status == 2 && outcome.err.contains("cannot be written"), describe(outcome));
      QCOMPARE(contents_of(exporting.target), exporting.old_files);
    }
  }

  void a_limit_of_file_sizes_is_told_and_the_old_files_stay() {
    const Exporting exporting;
    QCOMPARE(run_program(exporting.arguments("old.json")).status, 0);
    const Outcome outcome =
        run_under(QStringLiteral("ulimit -f 1; exec \"$0\" \"$@\""), exporting.arguments());
    QVERIFY2(outcome.status == 2 && outcome.err.contains("File too large"), describe(outcome));
    QCOMPARE(contents_of(exporting.target), exporting.old_files);
  }

  void what_is_not_certainly_left_behind_stays() {
    const Exporting exporting;
    const QString ended = QString::number(ended_process());
    const QString mine = QString::number(QCoreApplication::applicationPid());
    const QStringList stay = {".zero-planner-" + mine, ".zero-planner-x", ".zero-planner-" + ended + "x"};
    for (const QString& name : stay)
      QVERIFY(QDir(exporting.place.path()).mkpath(name));
    const QString with_link = ".zero-planner-" + ended;
    QVERIFY(QDir(exporting.place.path()).mkpath(with_link));
    QVERIFY(QFile::link(exporting.folder.path(), exporting.place.filePath(with_link + "/link")));
    QCOMPARE(run_program(exporting.arguments("old.json")).status, 0);
    QStringList expected = stay + QStringList{with_link, "run"};
    expected.sort();
    QStringList found = QDir(exporting.place.path()).entryList(everything);
    found.sort();
    QCOMPARE(found, expected);

    const QStringList files = {"launch.sh." + mine + "-0.tmp", "launch.sh.x-0.tmp",
                               "other." + ended + "-0.tmp"};
    for (const QString& name : files)
      write_file(exporting.target + u'/' + name, "x");
    write_file(exporting.target + "/launch.sh." + ended + "-0.tmp", "x");  // is removed
    QVERIFY(QDir(exporting.target).mkpath(".zero-planner-" + ended));      // is removed
    QCOMPARE(run_program(exporting.arguments()).status, 0);
    Contents left = contents_of(exporting.target);
    for (const QString& name : files)
      QCOMPARE(left.take(name), QByteArray("x"));
    QCOMPARE(left, exporting.new_files);
    QVERIFY(!QDir(exporting.target).exists(".zero-planner-" + ended));
  }

  void a_file_that_is_a_link_is_written_through() {
    const Exporting exporting;
    QVERIFY(QDir().mkpath(exporting.target));
    const QString elsewhere = exporting.folder.filePath("shared.json");
    QVERIFY(QFile::link(elsewhere, exporting.target + "/ds_config.json"));
    QCOMPARE(run_program(exporting.arguments()).status, 0);
    QVERIFY(QFileInfo(exporting.target + "/ds_config.json").isSymLink());
    QCOMPARE(read_file(elsewhere), exporting.new_files["ds_config.json"]);
  }

  /// The session ends (SIGTERM, SIGHUP) while a slow drive takes the files.
  void an_export_that_is_asked_to_end_leaves_nothing() {
    const Exporting exporting;
    const QProcessEnvironment slow = faulty_environment(QStringLiteral("fsync"), QStringLiteral("slow"));
    for (const char* signal : {"TERM", "HUP"}) {
      const Outcome outcome = run_under(
          QStringLiteral("\"$0\" \"$@\" & child=$!; until ls -d '%1'/.zero-planner-* > /dev/null 2>&1; do "
                         "kill -0 $child || break; done; kill -%2 $child; wait $child; exit 0")
              .arg(exporting.place.path(), QString::fromLatin1(signal)),
          exporting.arguments(), slow);
      QVERIFY2(outcome.status == 0, describe(outcome));
      const QStringList left = QDir(exporting.place.path()).entryList(everything);
      QVERIFY2(left.isEmpty() || left == QStringList{"run"}, qPrintable(left.join(u' ')));
      if (!left.isEmpty()) QCOMPARE(contents_of(exporting.target), exporting.new_files);
      QDir(exporting.target).removeRecursively();
    }
  }

 private:
  static constexpr int most_calls = 80;
};

ZP_TEST(ExportFaultsTest)
#include "export_faults_test.moc"
