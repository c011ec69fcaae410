// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/accuracy/accuracy_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <algorithm>

#include "core/units/format.h"
#include "ui/accuracy/accuracy_page.h"
#include "ui/accuracy/accuracy_tables.h"
#include "ui/model/text.h"
#include "ui/results/table_copy.h"
#include "ui/theme/icons.h"
#include "ui/theme/layouts.h"
#include "ui/theme/wrapped_label.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int row_height = 24;
constexpr int least_rows = 4;           // least height of a table in its window
constexpr int most_narrow_width = 170;  // of any text column except the wide one
constexpr int text_lines = 4;           // lines of a text box; longer texts scroll

/// Makes columns as wide as their texts, up to a limit; column `wide` takes the rest.
void arrangeColumns(QTableView& view, int wide) {
  QHeaderView& header = *view.horizontalHeader();
  view.resizeColumnsToContents();
  for (int column = 0; column < header.count(); ++column) {
    header.setSectionResizeMode(column, column == wide ? QHeaderView::Stretch : QHeaderView::Interactive);
    if (column != wide && view.columnWidth(column) > most_narrow_width)
      view.setColumnWidth(column, most_narrow_width);
  }
}

/// Returns a framed table as wide as its window: see arrangeColumns.
QTableView* makeFramedTable(QAbstractItemModel* model, const QString& name, const QString& spoken,
                            const RowsText& copied = {}) {
  QTableView* view = makeReadOnlyTable(model, name, spoken, copied);
  view->setFrameShape(QFrame::StyledPanel);
  view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view->verticalHeader()->setDefaultSectionSize(row_height);
  view->horizontalHeader()->setMinimumSectionSize(40);
  return view;
}

int heightFor(const QTableView& view, int rows) {
  return view.horizontalHeader()->sizeHint().height() + rows * row_height + 2 * view.frameWidth();
}

/// Returns a text box of a few lines, which scrolls if there are more.
QTextBrowser* makeTextBox(const QString& name, const QString& spoken) {
  auto* box = new QTextBrowser;
  box->setObjectName(name);
  box->setAccessibleName(spoken);
  box->setOpenLinks(false);
  box->setFixedHeight(box->fontMetrics().lineSpacing() * text_lines + 14);
  return box;
}

QLabel* makeText(const QString& text, const QString& name) {
  auto* label = new WrappedLabel(text);
  label->setObjectName(name);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

}  // namespace

AccuracyView::AccuracyView(const Accuracy& accuracy, QWidget* parent)
    : QWidget(parent),
      accuracy_(accuracy),
      rows_(new PlainTable(this)),
      shown_rows_(new PlainTableFilter(this)),
      tabs_(new QTabWidget) {
  setObjectName(u"accuracyView"_s);
  shown_rows_->setSourceModel(rows_);
  tabs_->setObjectName(u"accuracyView.tabs"_s);
  tabs_->setAccessibleName(tr("Sections"));
  if (AccuracyPage::hasPicture(accuracy_)) tabs_->addTab(makePicture(), tr("Picture"));
  comparison_ = makeComparison();
  tabs_->addTab(comparison_, tr("Measured and predicted"));
  if (!accuracy_.grids.empty()) tabs_->addTab(makeGrids(), tr("Ranges and odds"));
  tabs_->addTab(makeLeftOut(),
                tr("Left out, and why (%1)")
                    .arg(toQt(format_count(static_cast<std::int64_t>(accuracy_.left_out.size())))));
  // A scrolling box, because in a narrow window a wrapped label would leave no height for the rows.
  QTextBrowser* about = makeTextBox(u"accuracyView.introduction"_s, tr("How to read the tables"));
  about->setPlainText(introduction());
  addParts(*makeColumn(this, -1), {about, {tabs_, 1}});
  if (!accuracy_.tables.empty()) chooseTable(0);
}

QString AccuracyView::introduction() const {
  QStringList sentences = {tr(
      "Each row compares a published measurement with what this version computes for the same settings. An "
      "error is predicted ÷ measured − 1; median, 90th percentile and worst are of its size. The same "
      "formulas and constants serve every row; no constant belongs to one. What a source states outside its "
      "table, such as dropout, was collected with these errors in view. The blind tables, which come first, "
      "are of plans written before the program was asked; “as first written” is what a stranger gets, and "
      "the other figures and the rows have facts of the sources that were added to the plans later.")};
  if (accuracy_.tables.empty())
    sentences << tr("This version carries no tables of measurements, so there is nothing to compare here.");
  for (const std::string& problem : accuracy_.problems)
    sentences << tr("✗ A table could not be read: %1").arg(toQt(problem));
  return sentences.join(u' ');
}

QWidget* AccuracyView::makePicture() {
  auto* page = new AccuracyPage(accuracy_);
  connect(page, &AccuracyPage::rowRequested, this, &AccuracyView::showRowOf);
  connect(page, &AccuracyPage::linkActivated, this, &AccuracyView::linkActivated);
  connect(page, &AccuracyPage::saveRequested, this, &AccuracyView::saveRequested);
  return page;
}

QWidget* AccuracyView::makeComparison() {
  auto* page = new QWidget;
  auto* tables = new PlainTable(page);
  tables->setContents(accuracySummary(accuracy_));
  summary_ = makeFramedTable(tables, u"accuracyView.summary"_s, tr("Tables, their errors and goals"));
  summary_->setSelectionMode(QAbstractItemView::SingleSelection);
  summary_->setMinimumHeight(heightFor(*summary_, least_rows));
  summary_->setMaximumHeight(heightFor(*summary_, std::max(tables->rowCount(), least_rows)));
  arrangeColumns(*summary_, 0);
  auto* column = makeColumn(page, 8, {8, 8, 8, 8});
  column->addWidget(summary_, 2);
  description_ = makeTextBox(u"accuracyView.what"_s, tr("What the chosen table compares"));
  addParts(*column, {description_, {makeRows(), 3}});
  connect(summary_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& now) { chooseTable(now.row()); });
  return page;
}

QWidget* AccuracyView::makeRows() {
  filter_ = new QLineEdit;
  filter_->setObjectName(u"accuracyView.filter"_s);
  filter_->setAccessibleName(tr("Filter the rows"));
  filter_->setPlaceholderText(tr("Filter: words of any column, as in “stage 3 cpu”"));
  filter_->setClearButtonEnabled(true);
  counts_ = new QLabel;
  counts_->setObjectName(u"accuracyView.counts"_s);
  auto* copy = new QPushButton(themeIcon(IconName::copy), tr("Copy as TSV"));
  copy->setObjectName(u"accuracyView.copy"_s);
  copy->setAutoDefault(false);  // Return in the filter must not trigger it
  copy->setToolTip(tr("The selected rows, or all that are shown, separated by tabs"));
  rows_view_ = makeFramedTable(shown_rows_, u"accuracyView.rows"_s, tr("Measured and predicted, row by row"),
                               [this](const QModelIndexList& rows) { return tsvOf(rows); });
  rows_view_->setSortingEnabled(true);
  rows_view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  rows_view_->installEventFilter(this);
  rows_view_->setMinimumHeight(heightFor(*rows_view_, least_rows));
  whole_row_ = makeTextBox(u"accuracyView.row"_s, tr("The current row in full"));

  auto* page = new QWidget;
  auto* head = new QHBoxLayout;
  addParts(*head, {{filter_, 1}, counts_, copy});
  addParts(*makeColumn(page, -1), {head, {rows_view_, 1}, whole_row_});

  connect(filter_, &QLineEdit::textChanged, this, [this](const QString& typed) {
    shown_rows_->setWords(typed);
    showCounts();
  });
  connect(copy, &QPushButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(tsvOf(chosenRows(*rows_view_))); });
  connect(rows_view_, &QTableView::clicked, this, &AccuracyView::openLink);
  connect(rows_view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &AccuracyView::showRow);
  connect(whole_row_, &QTextBrowser::anchorClicked, this, &AccuracyView::linkActivated);
  return page;
}

QWidget* AccuracyView::makeGrids() {
  auto* text = new QTextBrowser;
  text->setObjectName(u"accuracyView.grids"_s);
  text->setAccessibleName(tr("How often ranges hold and odds come true"));
  text->setOpenLinks(false);
  text->setHtml(accuracyGridsHtml(accuracy_.grids));
  return text;
}

QWidget* AccuracyView::makeLeftOut() {
  auto* page = new QWidget;
  auto* left_out = new PlainTable(page);
  left_out->setContents(accuracyLeftOut(accuracy_.left_out));
  auto* sorted = new PlainTableFilter(page);
  sorted->setSourceModel(left_out);
  QTableView* view = makeFramedTable(sorted, u"accuracyView.leftOut"_s, tr("Left out, and why"));
  arrangeColumns(*view, left_out->columnCount() - 1);
  view->setSortingEnabled(true);
  view->sortByColumn(-1, Qt::AscendingOrder);
  auto* filter = new QLineEdit;
  filter->setObjectName(u"accuracyView.leftOutFilter"_s);
  filter->setAccessibleName(tr("Filter what was left out"));
  filter->setPlaceholderText(tr("Filter: words of any column"));
  filter->setClearButtonEnabled(true);
  connect(filter, &QLineEdit::textChanged, sorted, &PlainTableFilter::setWords);
  auto* column = makeColumn(page, 8, {8, 8, 8, 8});
  column->addWidget(makeText(accuracy_.left_out.empty()
                                 ? tr("Nothing was left out.")
                                 : tr("Published measurements that were not compared, each with the reason."),
                             u"accuracyView.leftOutText"_s));
  addParts(*column, {filter, {view, 1}});
  return page;
}

void AccuracyView::chooseTable(int table) {
  if (table < 0 || table >= static_cast<int>(accuracy_.tables.size()) || table == table_) return;
  table_ = table;
  summary_->selectRow(table);
  const AccuracyTable& chosen = accuracy_.tables[static_cast<std::size_t>(table)];
  description_->setPlainText(accuracyText(chosen));
  rows_->setContents(accuracyRows(chosen));
  rows_view_->sortByColumn(accuracy_error_column, Qt::DescendingOrder);
  arrangeColumns(*rows_view_, accuracy_configuration_column);
  rows_view_->selectionModel()->setCurrentIndex(shown_rows_->index(0, 0), QItemSelectionModel::NoUpdate);
  showCounts();
  showRow();
}

void AccuracyView::showRowOf(int table, int row) {
  tabs_->setCurrentWidget(comparison_);
  chooseTable(table);
  filter_->clear();  // the filter may exclude the row
  const QModelIndex shown = shown_rows_->mapFromSource(rows_->index(row, 0));
  rows_view_->selectRow(shown.row());
  rows_view_->scrollTo(shown, QAbstractItemView::PositionAtCenter);
  rows_view_->setFocus();
}

const AccuracyRow& AccuracyView::rowAt(int shown_row) const {
  const int row = shown_rows_->mapToSource(shown_rows_->index(shown_row, 0)).row();
  return accuracy_.tables[static_cast<std::size_t>(table_)].rows[static_cast<std::size_t>(row)];
}

void AccuracyView::showCounts() {
  counts_->setText(
      tr("%1 of %2 rows")
          .arg(toQt(format_count(shown_rows_->rowCount())), toQt(format_count(rows_->rowCount()))));
}

void AccuracyView::showRow() {
  const QModelIndex now = rows_view_->currentIndex();
  whole_row_->setHtml(now.isValid() ? accuracyRowHtml(rowAt(now.row()))
                                    : tr("Choose a row to read it in full."));
}

void AccuracyView::openLink(const QModelIndex& index) {
  const QUrl url = index.data(PlainTable::LinkRole).toUrl();
  if (!url.isEmpty()) emit linkActivated(url);
}

QString AccuracyView::tsvOf(const QModelIndexList& chosen) const {
  std::vector<const AccuracyRow*> rows;
  for (const QModelIndex& row : chosen)
    rows.push_back(&rowAt(row.row()));
  return accuracyTsv(rows);
}

bool AccuracyView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == rows_view_ && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const QModelIndex now = rows_view_->currentIndex();
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
      openLink(now.siblingAtColumn(accuracy_source_column));
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace zp
