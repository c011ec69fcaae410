// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/accuracy/accuracy_view.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <QtTest>

#include "tests/support/test_main.h"
#include "ui/accuracy/accuracy_page.h"
#include "ui/accuracy/accuracy_tables.h"
#include "ui/charts/scatter_chart.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

const Accuracy& sample() {
  static const Accuracy read = [] {
    QFile file(QStringLiteral(ZP_TEST_DATA "/accuracy-sample.json"));
    if (!file.open(QIODevice::ReadOnly)) qFatal("no sample");
    return read_accuracy(file.readAll().toStdString());
  }();
  return read;
}

}  // namespace

/// Tests of Help ▸ How right is this: the tables, and how a user reads, filters and copies them and follows
/// their links.
class AccuracyViewTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QApplication::setFont(QFont(u"Noto Sans"_s, 10));
    applyTheme(*qApp, ThemeChoice::light);
  }
  void init() {
    view_ = std::make_unique<AccuracyView>(sample());
    view_->resize(1000, 620);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get()));
  }
  void cleanup() { view_.reset(); }

  void the_summary_says_count_errors_and_goal_in_words() {
    QCOMPARE(line(summary(), 0),
             (QStringList{u"Peak memory of one GPU (sample)"_s, u"3"_s, u"10\u202F%"_s, u"22\u202F%"_s,
                          u"25\u202F%"_s, u"≤ 5\u202F% / ≤ 15\u202F%"_s, u"✗ missed"_s}));
    QCOMPARE(line(summary(), 1).mid(1), (QStringList{u"2"_s, u"–"_s, u"–"_s, u"1 wrong"_s, u"–"_s, u"–"_s}));
    QCOMPARE(line(summary(), 2).mid(1), (QStringList{u"0"_s, u"–"_s, u"–"_s, u"–"_s, u"–"_s, u"–"_s}));
    Accuracy met = sample();
    met.tables[0].meets_goal = true;
    QCOMPARE(accuracySummary(met).rows[0].cells[6].text, u"✓ met"_s);
  }
  void the_rows_stand_with_the_worst_first() {
    QCOMPARE(column(rows(), 0), (QStringList{u"S3"_s, u"S1"_s, u"S2"_s}));
    QCOMPARE(line(rows(), 0).mid(4),
             (QStringList{u"37.3\u202FGiB"_s, u"27.9\u202FGiB (26.1 – 30.7\u202FGiB)"_s, u"-25\u202F%"_s}));
    QCOMPARE(line(rows(), 1).last(), u"+10\u202F%"_s);
    QCOMPARE(line(rows(), 2)[5], u"9.4\u202FGiB"_s);  // no range
    rows().sortByColumn(4, Qt::AscendingOrder);
    QCOMPARE(column(rows(), 0), (QStringList{u"S2"_s, u"S1"_s, u"S3"_s}));
  }
  void choosing_a_table_shows_its_rows_and_its_words() {
    const auto* what = view_->findChild<QTextBrowser*>(u"accuracyView.what"_s);
    QVERIFY(what->toPlainText().contains(u"nothing here was measured"));
    QVERIFY(what->toPlainText().contains(u"misses its goal"));
    QVERIFY(what->toPlainText().contains(u"held-out sources: median 25\u202F%"));
    QVERIFY(what->toPlainText().contains(u"median 20\u202F%, 90th percentile 40\u202F% (2 rows)"));
    summary().setFocus();
    QTest::keyClick(&summary(), Qt::Key_Down);
    QCOMPARE(column(rows(), 0), (QStringList{u"S5"_s, u"S4"_s}));
    QCOMPARE(line(rows(), 0).mid(3),
             (QStringList{u"ran out of memory"_s, u"ran out"_s, u"fits"_s, u"wrong"_s}));
    QCOMPARE(line(rows(), 1).mid(3), (QStringList{u"ran"_s, u"ran"_s, u"fits"_s, u"right"_s}));
    QVERIFY(what->toPlainText().contains(u"Runs that fit: 1, of which the program says that 0 do not fit"));
    QVERIFY(what->toPlainText().contains(
        u"elsewhere: Runs that fit: 1, of which the program says that 1 do not fit"));
    QTest::keyClick(&summary(), Qt::Key_Down);
    QCOMPARE(rows().model()->rowCount(), 0);
    QVERIFY(what->toPlainText().contains(u"no rows yet"));
  }
  void the_filter_takes_words_of_any_column_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("left");
    QTest::newRow("a source") << u"guide"_s << QStringList{u"S1"_s, u"S2"_s};
    QTest::newRow("words in any order and case") << u"GPUS 2 LLAMA"_s << QStringList{u"S1"_s};
    QTest::newRow("a note") << u"sdpa"_s << QStringList{u"S3"_s};
    QTest::newRow("nothing") << u"no such thing"_s << QStringList{};
  }
  void the_filter_takes_words_of_any_column() {
    QFETCH(QString, typed);
    QFETCH(QStringList, left);
    auto* filter = view_->findChild<QLineEdit*>(u"accuracyView.filter"_s);
    QTest::keyClicks(filter, typed);
    QCOMPARE(column(rows(), 0), left);
    const QString counts = view_->findChild<QLabel*>(u"accuracyView.counts"_s)->text();
    QCOMPARE(counts, u"%1 of 3 rows"_s.arg(left.size()));
    filter->clear();
    QCOMPARE(rows().model()->rowCount(), 3);
  }
  void a_source_is_a_link_by_mouse_and_keyboard() {
    QSignalSpy opened(view_.get(), &AccuracyView::linkActivated);
    const QModelIndex source = rows().model()->index(0, accuracy_source_column);
    QTest::mouseClick(rows().viewport(), Qt::LeftButton, {}, rows().visualRect(source).center());
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened[0][0].toUrl(), QUrl(u"https://example.org/s3"_s));
    QTest::mouseClick(rows().viewport(), Qt::LeftButton, {},
                      rows().visualRect(source.siblingAtColumn(accuracy_configuration_column)).center());
    QCOMPARE(opened.count(), 1);
    QTest::keyClick(&rows(), Qt::Key_Down);
    QTest::keyClick(&rows(), Qt::Key_Return);
    QCOMPARE(opened.last()[0].toUrl(), QUrl(u"https://example.org/s1"_s));
    QTest::keyClick(&rows(), Qt::Key_Down);  // a row without an address
    QTest::keyClick(&rows(), Qt::Key_Return);
    QCOMPARE(opened.count(), 2);
  }
  void what_stands_behind_an_address_is_not_part_of_the_link() {
    AccuracyTable table = sample().tables[0];
    table.rows[0].url = "https://example.org/readme.md (@bd2a0fc)";
    table.rows[1].url = "public log, file 1";
    const PlainTableData data = accuracyRows(table);
    QCOMPARE(data.rows[0].cells[accuracy_source_column].link, QUrl(u"https://example.org/readme.md"_s));
    QVERIFY(data.rows[1].cells[accuracy_source_column].link.isEmpty());
    QVERIFY(accuracyRowHtml(table.rows[1]).contains(u"public log, file 1"));
  }
  void the_current_row_is_written_out_in_full() {
    auto* whole = view_->findChild<QTextBrowser*>(u"accuracyView.row"_s);
    QVERIFY(whole->toPlainText().contains(u"64 GPUs, micro batch 1"));  // the worst row, without a choice
    QVERIFY(whole->toPlainText().contains(u"assumed: sdpa"));
    rows().setCurrentIndex(rows().model()->index(1, 0));
    QVERIFY(whole->toPlainText().contains(u"llama-2-7b, stage 2, 8 GPUs"));
    QSignalSpy opened(view_.get(), &AccuracyView::linkActivated);
    emit whole->anchorClicked(QUrl(u"https://example.org/s1"_s));
    QCOMPARE(opened.count(), 1);
  }
  void copies_what_is_shown_or_selected_as_tsv() {
    auto* copy = view_->findChild<QPushButton*>(u"accuracyView.copy"_s);
    QTest::mouseClick(copy, Qt::LeftButton);
    QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 4);
    const QStringList names = lines[0].split(u'\t');
    const QStringList cells = lines[1].split(u'\t');
    QCOMPARE(cells.size(), names.size());
    QCOMPARE(cells[names.indexOf(u"id"_s)], u"S3"_s);
    QCOMPARE(cells[names.indexOf(u"measured"_s)], u"40000000000"_s);
    QCOMPARE(cells[names.indexOf(u"low"_s)], u"28000000000"_s);
    QCOMPARE(cells[names.indexOf(u"error"_s)], u"-0.25"_s);
    QCOMPARE(lines[3].split(u'\t')[names.indexOf(u"high"_s)], QString());
    rows().selectRow(1);
    QTest::keySequence(&rows(), QKeySequence::Copy);
    lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[1].startsWith(u"S1\t"));
  }
  void what_was_left_out_has_its_reason() {
    auto* tabs = view_->findChild<QTabWidget*>(u"accuracyView.tabs"_s);
    QCOMPARE(tabs->tabText(2), u"Left out, and why (2)"_s);
    tabs->setCurrentIndex(2);
    auto* left = view_->findChild<QTableView*>(u"accuracyView.leftOut"_s);
    QCOMPARE(line(*left, 0), (QStringList{u"S6"_s, u"sample.csv"_s, u"sample-post"_s,
                                          u"a vision transformer: no text sequence"_s}));
    QTest::keyClicks(view_->findChild<QLineEdit*>(u"accuracyView.leftOutFilter"_s), u"length"_s);
    QCOMPARE(column(*left, 0), QStringList{u"S7"_s});
  }
  void ranges_and_odds_stand_in_words() {
    auto* tabs = view_->findChild<QTabWidget*>(u"accuracyView.tabs"_s);
    QCOMPARE(tabs->tabText(1), u"Ranges and odds"_s);
    const QString words = view_->findChild<QTextBrowser*>(u"accuracyView.grids"_s)->toPlainText();
    QVERIFY(words.contains(u"Odds (sample)") && words.contains(u"8 of 9"));
  }
  void without_tables_it_says_so() {
    Accuracy empty;
    empty.problems = {"memory.json: format is missing."};
    AccuracyView view(empty);
    view.show();
    const QString words = view.findChild<QTextBrowser*>(u"accuracyView.introduction"_s)->toPlainText();
    QVERIFY(words.contains(u"no tables of measurements"));
    QVERIFY(words.contains(u"✗ A table could not be read: memory.json: format is missing."));
    QVERIFY(view.findChild<QLabel*>(u"accuracyView.leftOutText"_s)->text().contains(u"Nothing was left out"));
    QTest::mouseClick(view.findChild<QPushButton*>(u"accuracyView.copy"_s), Qt::LeftButton);
    QTest::keyClicks(view.findChild<QLineEdit*>(u"accuracyView.filter"_s), u"x"_s);
  }
  void nothing_scrolls_sideways_at_1024_and_what_is_elided_has_a_tool_tip() {
    view_->resize(1000, 600);
    for (const QTableView* table : {&summary(), &rows()}) {
      QVERIFY(!table->horizontalScrollBar()->isVisible());
      const QHeaderView* header = table->horizontalHeader();
      QVERIFY2(header->length() <= table->viewport()->width(), qPrintable(table->objectName()));
    }
    const QModelIndex configuration = rows().model()->index(0, accuracy_configuration_column);
    QVERIFY(rows().sizeHintForIndex(configuration).width() >
            rows().columnWidth(accuracy_configuration_column));
    QVERIFY(configuration.data(Qt::ToolTipRole).toString().contains(u"64 GPUs"));
    QVERIFY(view_->minimumSizeHint().width() <= 1000);
    QVERIFY2(view_->minimumSizeHint().height() <= 620,
             qPrintable(QString::number(view_->minimumSizeHint().height())));
  }
  void the_tables_are_well_behaved_models() {
    PlainTable table;
    PlainTableFilter filter;
    filter.setSourceModel(&table);
    QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    table.setContents(accuracyRows(sample().tables[0]));
    filter.setWords(u"guide"_s);
    table.setContents(accuracyRows(sample().tables[1]));
    filter.setWords({});
    QCOMPARE(filter.rowCount(), 2);
  }

  void a_point_of_the_picture_leads_to_its_row() {
    AccuracyView view(accuracy());
    view.resize(1000, 700);
    view.show();
    auto* chart = view.findChild<ScatterChart*>(u"accuracyChart"_s);
    QVERIFY(chart);
    const AccuracyPicture picture = accuracyPicture(accuracy(), accuracySubjects()[0]);
    QCOMPARE(chart->data().points.size(), picture.points.size());
    const int point = static_cast<int>(picture.points.size()) - 1;  // the largest, apart from all others
    QTest::mouseClick(chart, Qt::LeftButton, {}, chart->placeOf(point).toPoint());
    const auto& table = accuracy().tables[static_cast<std::size_t>(picture.points.back().table)];
    const AccuracyRow& row = table.rows[static_cast<std::size_t>(picture.points.back().row)];
    QVERIFY(view.findChild<QTextBrowser*>(u"accuracyPage.row"_s)->toPlainText().contains(toQt(row.id)));
    QVERIFY(chart->tipAt(chart->placeOf(point)).contains(toQt(row.id)));
    QCOMPARE(view.findChild<QTabWidget*>(u"accuracyView.tabs"_s)->currentIndex(), 0);  // one click looks
    view.findChild<QLineEdit*>(u"accuracyView.filter"_s)->setText(u"no such row"_s);
    QTest::mouseClick(view.findChild<QPushButton*>(u"accuracyPage.go"_s), Qt::LeftButton);
    QCOMPARE(view.findChild<QTabWidget*>(u"accuracyView.tabs"_s)->currentIndex(), 1);
    const auto* rows = view.findChild<QTableView*>(u"accuracyView.rows"_s);
    QCOMPARE(rows->currentIndex().siblingAtColumn(0).data().toString(), toQt(row.id));
    QCOMPARE(rows->selectionModel()->selectedRows().size(), 1);
  }
  void the_picture_marks_blind_rows_and_both_subjects_have_points() {
    for (const AccuracySubject& subject : accuracySubjects()) {
      const AccuracyPicture picture = accuracyPicture(accuracy(), subject);
      QVERIFY(picture.points.size() > 100);
      for (std::size_t i = 0; i < picture.points.size(); ++i) {
        const auto& table = accuracy().tables[static_cast<std::size_t>(picture.points[i].table)];
        QCOMPARE(picture.chart.points[i].hollow, table.id.starts_with("blind") ||
                                                     table.id.starts_with("users") ||
                                                     table.id.starts_with("strangers"));
        QVERIFY(i == 0 || picture.chart.points[i].x >= picture.chart.points[i - 1].x);
      }
      QCOMPARE(picture.chart.lower_x, picture.chart.lower_y);  // so that the diagonal is one
      QVERIFY(picture.chart.words(0).contains(u"measured"));
    }
  }

 private:
  QTableView& summary() { return *view_->findChild<QTableView*>(u"accuracyView.summary"_s); }
  QTableView& rows() { return *view_->findChild<QTableView*>(u"accuracyView.rows"_s); }
  static QStringList line(const QTableView& view, int row) {
    QStringList cells;
    for (int column = 0; column < view.model()->columnCount(); ++column)
      cells << view.model()->index(row, column).data().toString();
    return cells;
  }
  static QStringList column(const QTableView& view, int column) {
    QStringList cells;
    for (int row = 0; row < view.model()->rowCount(); ++row)
      cells << view.model()->index(row, column).data().toString();
    return cells;
  }

  std::unique_ptr<AccuracyView> view_;
};

ZP_TEST(AccuracyViewTest)
#include "accuracy_view_test.moc"
