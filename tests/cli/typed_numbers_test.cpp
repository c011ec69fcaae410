// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QByteArray plan_to_set = R"({"model": {"preset": "llama-2-7b"}})";

/// Returns the plan as the setting changes it; "" if the setting is refused.
QByteArray imported_with(const QString& setting, const QProcessEnvironment& environment,
                         QByteArray* refusal = nullptr) {
  const Outcome outcome =
      run_program({"calibrate", "-", "--reset", "--set", setting}, {plan_to_set, {}}, environment);
  if (refusal != nullptr) *refusal = outcome.err;
  if (outcome.status != 0 && outcome.status != 2) qFatal("%s", describe(outcome).constData());
  return outcome.out;
}

}  // namespace

/// Tests of numbers on the command line as people type them, in a locale with a decimal point and in one with
/// a comma.
class TypedNumbersTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    point_ = plain_environment();
    point_.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
    comma_ = german_environment(folder_.path());
  }

  void both_forms_are_one_number_in_every_locale_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("plain");
    const auto row = [](const char* key, const char* typed, const char* number) {
      QTest::addRow("%s=%s", key, typed)
          << QString::fromLatin1(key) << QString::fromLatin1(typed) << QString::fromLatin1(number);
    };
    row("cluster.gpu.memory_gib", "79,5", "79.5");
    row("cluster.gpu.memory_gib", "1,5 TB", "1.5 TB");
    row("cluster.gpu.memory_gib", "80GB", "80 GB");
    row("cluster.gpu.memory_gib", "80,5 GB", "80.5 GB");
    row("training.dropout", "0,125", "0.125");
    row("model.parameters", "13,5B", "13.5B");
    row("model.parameters", "1.000.000.000", "1000000000");
    row("model.parameters", "1,000,000,000", "1000000000");
    row("model.parameters", "1 000 000 000", "1000000000");
    row("model.parameters", "1_000_000_000", "1000000000");
    row("training.sequence_length", "4,096", "4096");
    row("training.sequence_length", "4.096", "4096");
    row("training.sequence_length", "1,5k", "1.5k");
    row("training.sequence_length", "2*1,5k", "2*1.5k");
  }
  void both_forms_are_one_number_in_every_locale() {
    QFETCH(QString, key);
    QFETCH(QString, typed);
    QFETCH(QString, plain);
    const QByteArray expected = imported_with(key + u'=' + plain, point_);
    QVERIFY(!expected.isEmpty());
    for (const QProcessEnvironment& environment : {point_, comma_}) {
      QByteArray refusal;
      const QByteArray made = imported_with(key + u'=' + typed, environment, &refusal);
      QVERIFY2(made == expected, made + refusal);
    }
  }

  /// A number with two readings is refused under a locale with a decimal comma; the sentence says how to
  /// write each.
  void a_number_of_two_readings_is_asked_about() {
    for (const char* typed : {"1,500", "1.500", "1,500 GB"}) {
      QByteArray refusal;
      QVERIFY(
          imported_with("cluster.cpu_memory_gib=" + QString::fromLatin1(typed), comma_, &refusal).isEmpty());
      QVERIFY2(refusal.contains("can mean 1500 or 1.5; write one of the two."), refusal);
      QVERIFY(!imported_with("cluster.cpu_memory_gib=" + QString::fromLatin1(typed), point_).isEmpty());
    }
    QVERIFY(imported_with("cluster.cpu_memory_gib=1,500", point_) ==
            imported_with("cluster.cpu_memory_gib=1500", comma_));
    QVERIFY(imported_with("cluster.cpu_memory_gib=1.5", point_) ==
            imported_with("cluster.cpu_memory_gib=1,5", comma_));
  }

  void options_with_a_number_take_both_forms() {
    for (const QProcessEnvironment& environment : {point_, comma_}) {
      const auto run = [&](const QString& share) {
        return run_program({"recommend", "-", "--json", "--margin", share}, {plan_to_set, {}}, environment);
      };
      const Outcome comma = run("0,5"), dot = run("0.5"), word = run("half");
      QVERIFY2(comma.status == dot.status && comma.out == dot.out && comma.status != 2, describe(comma));
      QVERIFY2(word.status == 2 && word.err.contains("“half” is not a number"), describe(word));
      const Outcome ranks =
          run_program({"check", "-", "--world-size", "1.024", "--json"}, {"{}", {}}, environment);
      QVERIFY2(ranks.json().is_object(), describe(ranks));
    }
  }

  /// In a sweep a comma separates values; a message says so if the comma may have been meant as
  /// a decimal comma.
  void a_sweep_says_that_commas_separate() {
    const QStringList sweep = {"sweep", "-", "--over", "cluster.gpu.memory_gib=79,5", "--json"};
    const Outcome outcome = run_program(sweep, {plan_to_set, {}}, comma_);
    QVERIFY2(outcome.err.contains("has the two values 79 and 5: commas separate values"), describe(outcome));
    QCOMPARE(outcome.out, run_program(sweep, {plan_to_set, {}}, point_).out);
    QVERIFY(run_program({"sweep", "--help"}).out.simplified().contains("Commas separate values"));
  }

  /// Files are JSON, whatever the locale.
  void files_stay_strict() {
    for (const QProcessEnvironment& environment : {point_, comma_}) {
      const Outcome outcome =
          run_program({"estimate", "-"}, {R"({"model": {"parameters": 1,5}})", {}}, environment);
      QCOMPARE(outcome.status, 2);
    }
  }

 private:
  QTemporaryDir folder_;
  QProcessEnvironment point_, comma_;
};

ZP_TEST(TypedNumbersTest)
#include "typed_numbers_test.moc"
