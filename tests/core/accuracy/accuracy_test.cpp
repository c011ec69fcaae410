// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/accuracy/accuracy.h"

#include <QDir>
#include <QFile>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "tests/support/test_main.h"

using namespace zp;

namespace {

std::string text_of(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string sample() { return text_of(QStringLiteral(ZP_TEST_DATA "/accuracy-sample.json")); }

/// Returns the smallest file with one table, whose only row is `row`.
std::string with_row(const std::string& row) {
  return R"({"format": "zero-accuracy/1", "tables": [{"id": "t", "title": "T", "rows": [)" + row + "]}]}";
}

}  // namespace

/// Tests of reading the tables of measured and predicted values.
class AccuracyTest : public QObject {
  Q_OBJECT

 private slots:
  void every_key_is_read() {
    const Accuracy read = read_accuracy(sample());
    QCOMPARE(read.tables.size(), std::size_t{3});
    const AccuracyTable& peak = read.tables[0];
    QCOMPARE(peak.id, std::string("sample_peak"));
    QCOMPARE(peak.title, std::string("Peak memory of one GPU (sample)"));
    QCOMPARE(peak.group, std::string("memory"));
    QVERIFY(peak.description.starts_with("Invented rows"));
    QVERIFY(peak.unit == AccuracyUnit::bytes);
    QCOMPARE(peak.count, 3);
    QCOMPARE(peak.median.value(), 0.1);
    QCOMPARE(peak.p90.value(), 0.22);
    QCOMPARE(peak.worst.value(), 0.25);
    QVERIFY((peak.goal == AccuracyGoal{0.05, 0.15}));
    QCOMPARE(peak.meets_goal.value(), false);
    QVERIFY(peak.note.starts_with("The sample"));
    QVERIFY(!peak.verdicts);
    QVERIFY((peak.columns_alone == AccuracyWithLess{2, 0.2, 0.4, {}}));
    const AccuracyRow& row = peak.rows[0];
    QCOMPARE(row.id, std::string("S3"));
    QCOMPARE(row.source, std::string("sample-post"));
    QCOMPARE(row.url, std::string("https://example.org/s3"));
    QCOMPARE(row.meaning, std::string("max_memory_allocated"));
    QCOMPARE(row.measured, 4e10);
    QCOMPARE(row.predicted, 3e10);
    QCOMPARE(row.low.value(), 2.8e10);
    QCOMPARE(row.high.value(), 3.3e10);
    QCOMPARE(row.error, -0.25);
    QCOMPARE(row.quality, std::string("B"));
    QCOMPARE(row.note, std::string("assumed: sdpa"));
    QVERIFY(!peak.rows[2].low);
    QVERIFY(row.held_out && !peak.rows[1].held_out);
    QCOMPARE(peak.parts.size(), std::size_t{2});
    QVERIFY((peak.parts[1] == AccuracyPart{"held-out sources", 1, 1, 0.25, 0.25, 0.25}));
    QVERIFY(
        (read.grids == std::vector<AccuracyGrid>{{"sample_odds",
                                                  "Odds (sample)",
                                                  "Invented words.",
                                                  {"said", "came true"},
                                                  {{"50 to 80 %", "3 of 4"}, {"80 to 95 %", "8 of 9"}}}}));
  }
  void errors_of_other_estimators_are_read_and_ours_stands_first() {
    QVERIFY(!accuracy().estimators.empty());
    QCOMPARE(accuracy().estimators.front().key, std::string("ours"));
    for (const AccuracyEstimator& one : accuracy().estimators) {
      QVERIFY2(one.count > 0 && one.sources > 0, one.key.c_str());
      for (const EstimatorErrors* errors : {&one.first_written, &one.completed})
        QVERIFY2(errors->median > 0 && errors->p90 >= errors->median && errors->below <= one.count,
                 one.key.c_str());
    }
  }
  void verdicts_empty_tables_and_what_was_left_out_are_read() {
    const Accuracy read = read_accuracy(sample());
    QVERIFY((read.tables[1].verdicts == AccuracyVerdicts{1, 0, 1, 1}));
    QVERIFY((read.tables[1].columns_alone == AccuracyWithLess{2, {}, {}, AccuracyVerdicts{1, 1, 1, 1}}));
    QVERIFY(!read.tables[2].columns_alone);
    QVERIFY(!read.tables[1].goal && !read.tables[1].meets_goal && !read.tables[1].median);
    QVERIFY(read.tables[2].rows.empty() && !read.tables[2].worst);
    QVERIFY(read.tables[2].unit == AccuracyUnit::parameters);
    QCOMPARE(read.left_out.size(), std::size_t{2});
    QVERIFY(
        (read.left_out[1] == AccuracyLeftOut{"S7", "sample.csv", "sample-post", "no sequence length given"}));
  }
  void no_tables_are_no_error() {
    QVERIFY(read_accuracy(R"({"format": "zero-accuracy/1", "tables": []})") == Accuracy());
  }

  void what_is_wrong_is_named_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const std::string& text, const char* said) {
      QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(said);
    };
    row("empty", "", "no JSON");
    row("cut off", R"({"format": "zero-accuracy/1", )", "no JSON at byte");
    row("a list", "[]", "The file must be an object");
    row("no format", "{}", "format is missing");
    row("a later format", R"({"format": "zero-accuracy/2"})", "\"zero-accuracy/2\"");
    row("no tables", R"({"format": "zero-accuracy/1"})", "tables is missing");
    row("tables no list", R"({"format": "zero-accuracy/1", "tables": {}})", "tables must be a list");
    row("a row without measured",
        with_row(R"({"id": "r", "source": "s", "configuration": "c", "meaning": "m"})"),
        "tables.0.rows.0.measured is missing");
    row("a number as text",
        with_row(R"({"id": "r", "source": "s", "configuration": "c", "meaning": "m", "measured": "9"})"),
        "tables.0.rows.0.measured must be a number");
    row("an unknown unit",
        R"({"format": "zero-accuracy/1", "tables": [{"id": "t", "title": "T", "unit": "miles", "rows": []}]})",
        "tables.0.unit is \"miles\"");
    row("half a goal",
        R"({"format": "zero-accuracy/1", "tables": [{"id": "t", "title": "T", "rows": [], "goal": {"median": 1}}]})",
        "tables.0.goal.p90 is missing");
    row("a grid with a cell too few",
        R"({"format": "zero-accuracy/1", "tables": [], "grids": [{"id": "g", "title": "G", "header": ["a", "b"], "rows": [["1"]]}]})",
        "grids.0.rows.0 must have a cell for each column");
    row("an estimator without its count",
        R"({"format": "zero-accuracy/1", "tables": [], "estimators": [{"key": "e"}]})",
        "estimators.0.count is missing");
    row("left out without a reason",
        R"({"format": "zero-accuracy/1", "tables": [], "left_out": [{"id": "x"}]})",
        "left_out.0.reason is missing");
  }
  void what_is_wrong_is_named() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, said);
    try {
      read_accuracy(text.toStdString());
      QFAIL("it was read");
    } catch (const AccuracyError& error) {
      QVERIFY2(QByteArray(error.what()).contains(said), error.what());
    }
  }

  void the_files_compiled_in_are_those_of_the_source_tree() {
    const QDir folder(QStringLiteral(ZP_SOURCE_DIR "/resources/accuracy"));
    const QStringList files = folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
    QVERIFY(!files.isEmpty());
    Accuracy expected;
    for (const QString& file : files) {
      const Accuracy one = read_accuracy(text_of(folder.filePath(file)));
      expected.tables.insert(expected.tables.end(), one.tables.begin(), one.tables.end());
      expected.grids.insert(expected.grids.end(), one.grids.begin(), one.grids.end());
      expected.estimators.insert(expected.estimators.end(), one.estimators.begin(), one.estimators.end());
      expected.left_out.insert(expected.left_out.end(), one.left_out.begin(), one.left_out.end());
    }
    QCOMPARE(accuracy().problems.size(), std::size_t{0});
    QVERIFY(accuracy() == expected);
  }
  void the_figures_compiled_in_are_those_of_their_rows() {
    for (const AccuracyTable& table : accuracy().tables) {
      QVERIFY2(static_cast<std::size_t>(table.count) >= table.rows.size(), table.id.c_str());
      if (table.verdicts || !table.worst) continue;
      QCOMPARE(static_cast<std::size_t>(table.count), table.rows.size());
      double worst = 0;
      for (const AccuracyRow& row : table.rows) {
        QVERIFY2(std::abs(row.predicted / row.measured - 1 - row.error) < 1e-3, row.id.c_str());
        worst = std::max(worst, std::abs(row.error));
      }
      QVERIFY2(std::abs(worst - *table.worst) < 1e-3, table.id.c_str());
    }
  }
};

ZP_TEST(AccuracyTest)
#include "accuracy_test.moc"
