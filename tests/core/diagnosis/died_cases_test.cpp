// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QtTest>
#include <set>
#include <stdexcept>

#include "core/measure/measure.h"
#include "tests/support/died_case.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

const QString logs_folder = QStringLiteral(ZP_TEST_DATA "/run-logs/");

std::vector<Death> deaths_in_file(const QString& name) {
  QFile file(logs_folder + name);
  if (!file.open(QIODevice::ReadOnly)) throw std::runtime_error("no file " + name.toStdString());
  const NamedLog log = log_of_text(file.readAll().toStdString(), "run.log");
  return measure(nullptr, {&log, 1}).died;
}

}  // namespace

/// Tests of published logs, of runs that died and of runs that went on.
class DiedCasesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_published_death_is_read_as_an_expert_reads_it_data() {
    QTest::addColumn<int>("index");
    const std::vector<test::CsvRow> rows = test::died_cases();
    QVERIFY(rows.size() >= 143);
    for (std::size_t i = 0; i < rows.size(); ++i)
      QTest::newRow(rows[i].text("file").c_str()) << static_cast<int>(i);
  }
  void a_published_death_is_read_as_an_expert_reads_it() {
    QFETCH(int, index);
    const test::CsvRow row = test::died_cases()[static_cast<std::size_t>(index)];
    const std::vector<Death> all = test::answer_to_case(row);
    QVERIFY(!all.empty());
    const Death& one = all.front();
    const test::DiedVerdict verdict = test::verdict_of(row, all);
    QVERIFY(verdict.is_recognised);
    QCOMPARE(std::string(name_of(one.kind)), row.text("kind"));
    QVERIFY2(verdict.has_phase.value_or(true), std::string(name_of(one.phase)).c_str());
    QVERIFY(!one.cause.empty() && !one.remedies.empty() && !one.message.empty());
    QCOMPARE(verdict.right_figures, verdict.figures);
    QVERIFY(verdict.has_other_processes.value_or(true));
  }

  /// The logs whose threads tell of no death; a log that ends in the middle of a traceback is one.
  void a_run_that_went_on_gets_no_alarm() {
    const std::set<QString> dead = {QStringLiteral("k1-hwang-gpt2-zero3-4gpu.txt"),
                                    QStringLiteral("k3-ds2984-step-before-host-growth.txt"),
                                    QStringLiteral("k6-deepspeech2055-syslog-and-vmstat.txt"),
                                    QStringLiteral("k6-ds4571-6.7b-nvme-1x3090-killed.txt"),
                                    QStringLiteral("k6-fairseq2442-oom-and-summary-joined-line.txt"),
                                    QStringLiteral("k6-lf3230-qwen72b-zero3-memcg-oomkill.txt"),
                                    QStringLiteral("k6-stas-cgroup-oom-slurm.txt"),
                                    QStringLiteral("k6-tranx41-host-oom-wrapped.txt")};
    for (const QString& name : QDir(logs_folder).entryList({QStringLiteral("k*.txt")}, QDir::Files)) {
      // these excerpts keep settings and calls, and not the error
      if (name.startsWith(QStringLiteral("k7-ds2721")) || name.startsWith(QStringLiteral("k7-lf1116")))
        continue;
      const bool is_dead = dead.contains(name) || name.startsWith(QStringLiteral("k2-")) ||
                           name.startsWith(QStringLiteral("k7-"));
      const std::vector<Death> all = deaths_in_file(name);
      QVERIFY2(all.empty() == !is_dead, qPrintable(name));
    }
  }

  void a_warning_of_a_run_that_went_on_is_no_death_data() {
    QTest::addColumn<QString>("file");
    const std::vector<test::CsvRow> rows = test::read_csv("run-logs/went-on/cases.csv");
    QVERIFY(rows.size() >= 20);
    for (const test::CsvRow& row : rows)
      QTest::newRow(row.text("file").c_str()) << QString::fromStdString("went-on/" + row.text("file"));
  }
  void a_warning_of_a_run_that_went_on_is_no_death() {
    QFETCH(QString, file);
    const std::vector<Death> all = deaths_in_file(file);
    QVERIFY2(all.empty(), all.empty() ? "" : all.front().message.c_str());
  }
};

ZP_TEST(DiedCasesTest)
#include "died_cases_test.moc"
