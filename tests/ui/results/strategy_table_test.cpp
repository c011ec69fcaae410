// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/strategy_table.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

#include "core/units/format.h"
#include "tests/support/test_main.h"
#include "ui/model/memory_parts.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/results/memory_row.h"
#include "ui/results/table_view.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

class StrategyTableTest : public QObject {
  Q_OBJECT

 private slots:
  void is_a_well_behaved_model() {
    StrategyTable table;
    QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
    PlanModel plan;
    table.setResults(plan.results());
    plan.adopt({3, Device::none, Device::none});
    table.setResults(plan.results());
    QCOMPARE(table.rowCount(), static_cast<int>(all_strategies().size()));
  }

  /// An empty value stands behind every number when the table is sorted.
  void a_strategy_that_is_refused_has_no_rank() {
    StrategyTable table;
    PlanModel model;
    Plan plan = model.plan();
    plan.training.optimizer = Optimizer::muon;
    model.propose(plan, {u"Plan"_s});
    table.setResults(model.results());
    int rank = 0, without = 0;
    while (table.headerData(rank, Qt::Horizontal, Qt::DisplayRole).toString() != u"Rank")
      ++rank;
    for (int row = 0; row < table.rowCount(); ++row) {
      const Candidate& candidate = model.results().evaluation.candidates[static_cast<std::size_t>(row)];
      const QModelIndex cell = table.index(row, rank);
      QCOMPARE(cell.data(StrategyTable::SortRole).isValid(), candidate.rank > 0);
      QCOMPARE(cell.data().toString(), candidate.rank > 0 ? QString::number(candidate.rank) : u"–"_s);
      without += candidate.rank == 0;
    }
    QVERIFY(without > 0 && without < table.rowCount());
  }

  void components_sum_to_the_peak() {
    const PlanModel plan;
    for (const Candidate& candidate : plan.results().evaluation.candidates) {
      Bytes sum;
      for (const Bytes part : chartBytesOf(candidate.estimate.gpu.components))
        sum += part;
      QCOMPARE(sum.value(), candidate.estimate.gpu.peak.value());
    }
  }

  void csv_holds_every_byte() {
    const PlanModel plan;
    const QStringList lines = strategyCsv(plan.results()).split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 1 + static_cast<qsizetype>(all_strategies().size()));
    const QStringList ids = lines.front().split(u',');
    for (std::size_t row = 0; row < plan.results().evaluation.candidates.size(); ++row) {
      const QStringList cells = lines[static_cast<qsizetype>(row) + 1].split(u',');
      const MemoryEstimate& estimate = plan.results().evaluation.candidates[row].estimate;
      QCOMPARE(cells.size(), ids.size());
      QCOMPARE(cells[ids.indexOf(u"gpu_peak_bytes"_s)].toLongLong(), estimate.gpu.peak.value());
      qint64 sum = 0;
      for (qsizetype i = ids.indexOf(u"gpu_parameters_bytes"_s); i <= ids.indexOf(u"gpu_overhead_bytes"_s);
           ++i)
        sum += cells[i].toLongLong();
      QCOMPARE(sum, estimate.gpu.peak.value());
    }
  }
  void csv_holds_the_speed() {
    const PlanModel plan;
    const QStringList lines = strategyCsv(plan.results()).split(u'\n', Qt::SkipEmptyParts);
    const QStringList ids = lines.front().split(u',');
    double least = 0;
    for (std::size_t row = 0; row < plan.results().evaluation.candidates.size(); ++row) {
      const QStringList cells = lines[static_cast<qsizetype>(row) + 1].split(u',');
      const double seconds = plan.results().evaluation.candidates[row].time.total;
      QCOMPARE(cells[ids.indexOf(u"step_seconds"_s)].toDouble(), seconds);
      const double slowdown = cells[ids.indexOf(u"slowdown"_s)].toDouble();
      QCOMPARE(slowdown, plan.results().evaluation.candidates[row].slowdown);
      QVERIFY(cells[ids.indexOf(u"tokens_per_s"_s)].toDouble() > 0);
      least = row == 0 ? slowdown : std::min(least, slowdown);
    }
    QCOMPARE(least, 1.0);
  }
  /// DeepSpeed has no pipeline at stages 2 and 3.
  void a_strategy_with_room_says_its_odds() {
    const PlanModel model;
    StrategyTable table;
    table.setResults(model.results());
    const auto& candidates = model.results().evaluation.candidates;
    int with_odds = 0;
    for (int row = 0; row < table.rowCount(); ++row)
      for (int column = 0; column < table.columnCount(); ++column) {
        const QString text = table.index(row, column).data().toString();
        if (text.contains(u" fits, ") && text.endsWith(u" %")) ++with_odds;
      }
    const auto fits = [](const Candidate& candidate) { return candidate.estimate.fits(); };
    QVERIFY(with_odds > 0 && with_odds <= std::ranges::count_if(candidates, fits));
  }
  void a_strategy_that_fits_and_cannot_run_says_so() {
    PlanModel plan;
    for (const Candidate& candidate : plan.results().evaluation.candidates)
      QCOMPARE(stopText(candidate), QString());
    Plan pipeline = plan.plan();
    pipeline.zero = {};
    pipeline.zero.stage = 1;
    pipeline.training.pipeline_parallel = 2;
    plan.propose(pipeline, {u"Plan"_s});
    const QStringList lines = strategyMarkdown(plan.results()).split(u'\n');
    for (std::size_t row = 0; row < plan.results().evaluation.candidates.size(); ++row) {
      const Candidate& candidate = plan.results().evaluation.candidates[row];
      const QString& line = lines[static_cast<qsizetype>(row) + 2];
      if (candidate.estimate.fits())
        QVERIFY2(line.contains(u"✗ stops"_s) == (candidate.strategy.stage >= 2), qPrintable(line));
      QCOMPARE(memoryRow(candidate).verdict == Verdict::over,
               !candidate.estimate.fits() || candidate.strategy.stage >= 2);
    }
  }
  void a_speed_nobody_knows_is_a_dash() {
    PlanModel plan;
    Plan tensors = plan.plan();
    tensors.model = model_from_tensors({{4096, 4096, 32}});
    plan.propose(tensors, {u"Model"_s});
    const QStringList lines = strategyMarkdown(plan.results()).split(u'\n');
    QVERIFY(lines[0].contains(u"| Step time | Slowdown | Tokens/s "));
    QVERIFY2(lines[2].contains(u"| – | – | – |"), qPrintable(lines[2]));
    const QStringList ids = strategyCsv(plan.results()).split(u'\n').front().split(u',');
    const QStringList cells = strategyCsv(plan.results()).split(u'\n')[1].split(u',');
    QCOMPARE(cells[ids.indexOf(u"slowdown"_s)], QString());
  }
  void markdown_is_a_table_of_gib() {
    const PlanModel plan;
    const QString text = strategyMarkdown(plan.results());
    const QStringList lines = text.split(u'\n');
    QVERIFY(lines[0].startsWith(u"| Strategy"));
    QCOMPARE(lines[0].count(u'|'), lines[1].count(u'|'));
    QCOMPARE(lines[0].count(u'|'), lines[2].count(u'|'));
    QVERIFY(text.contains(toQt(format_gib_value(plan.results().evaluation.figures.estimate.gpu.peak))));
    QVERIFY(text.contains(u"1 GiB = 2³⁰ bytes"));
  }

  void sorts_by_number_and_adopts_by_return() {
    PlanModel plan;
    TableView view(plan);
    view.resize(1000, 500);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    auto* table = view.findChild<QTableView*>(u"strategyTable"_s);
    table->sortByColumn(1, Qt::AscendingOrder);  // the column GPU peak
    qint64 last = 0;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
      const qint64 peak = table->model()->index(row, 1).data(StrategyTable::SortRole).toLongLong();
      QVERIFY(peak >= last);
      last = peak;
    }
    table->setFocus();
    table->setCurrentIndex(table->model()->index(0, 0));
    const int candidate = table->currentIndex().data(StrategyTable::CandidateRole).toInt();
    const Strategy expected =
        plan.results().evaluation.candidates[static_cast<std::size_t>(candidate)].strategy;
    QTest::keyClick(table, Qt::Key_Return);
    QVERIFY(strategy_of(plan.plan()) == expected);
  }
  void every_column_is_as_wide_as_its_texts() {
    applyTheme(*qApp, ThemeChoice::light);  // the theme's style measures the columns
    PlanModel plan;
    TableView view(plan);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const auto* table = view.findChild<QTableView*>(u"strategyTable"_s);
    for (const std::int64_t batch : {1, 37, 512}) {
      Plan changed = plan.plan();
      changed.training.micro_batch_size = batch;
      plan.propose(changed, {});
      for (int row = 0; row < table->model()->rowCount(); ++row)
        for (int column = 0; column < table->model()->columnCount(); ++column) {
          const QModelIndex index = table->model()->index(row, column);
          QFont font = index.data(Qt::FontRole).value<QFont>().resolve(table->font());
          const double width = QFontMetricsF(font).horizontalAdvance(index.data().toString());
          QVERIFY2(table->columnWidth(column) >= width, qPrintable(index.data().toString()));
        }
    }
  }

  void copies_the_rows_chosen() {
    PlanModel plan;
    TableView view(plan);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    auto* table = view.findChild<QTableView*>(u"strategyTable"_s);
    table->selectRow(2);
    QTest::mouseClick(view.findChild<QPushButton*>(u"tableCopy"_s), Qt::LeftButton);
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY(text.contains(u"| ZeRO-2 |"));
    QVERIFY(!text.contains(u"| ZeRO-1 |"));
  }
};

ZP_TEST(StrategyTableTest)
#include "strategy_table_test.moc"
