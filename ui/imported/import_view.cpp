// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/imported/import_view.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTabBar>
#include <QTableView>
#include <QTextBlock>
#include <QTextBrowser>
#include <algorithm>
#include <optional>

#include "ui/imported/import_table.h"
#include "ui/imported/import_text.h"
#include "ui/results/table_copy.h"
#include "ui/theme/layouts.h"
#include "ui/theme/wrapped_label.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int text_share = 2;  // share of the width; the rest is for the table
constexpr int table_share = 3;
constexpr int most_widths[] = {48, 170, 110, 130};  // of the columns before the value, which takes the rest
constexpr int least_width = 40;
constexpr int row_height = 24;
constexpr int details_lines = 4;

/// The pages above the table, in order; the first shows all rows.
constexpr std::optional<ImportOrigin> pages[] = {std::nullopt, ImportOrigin::read, ImportOrigin::program,
                                                 ImportOrigin::unread};

}  // namespace

ImportView::ImportView(PlanModel& model, OpenedImport& file, QWidget* parent)
    : PlanView(model, u"importView"_s, parent),
      file_(file),
      head_(new WrappedLabel),
      text_(new ImportText),
      kinds_(new QTabBar),
      table_(new PlainTable(this)),
      details_(new QTextBrowser),
      go_(new QPushButton(tr("Go to the &field"))),
      write_(new QPushButton(tr("&Write back…"))) {
  head_->setObjectName(u"import.head"_s);
  head_->setTextFormat(Qt::PlainText);
  head_->setMargin(8);
  auto* parts = new QSplitter;
  parts->setObjectName(u"importView.parts"_s);
  parts->setChildrenCollapsible(false);
  parts->addWidget(text_);
  parts->addWidget(makeTable());
  parts->setStretchFactor(0, text_share);
  parts->setStretchFactor(1, table_share);
  parts->setSizes({1000 * text_share, 1000 * table_share});
  write_->setObjectName(u"import.write"_s);
  write_->setAutoDefault(false);
  write_->setToolTip(tr("Write the plan's values into this file; everything else of it stays as it is"));
  auto* head = makeLine(nullptr, 8, {0, 0, 8, 0});
  addParts(*head, {{head_, 1}, write_});
  addParts(*makeColumn(this, 0), {head, {parts, 1}});

  connect(&file_, &OpenedImport::changed, this, &ImportView::showFile);
  connect(kinds_, &QTabBar::currentChanged, this, &ImportView::showRows);
  connect(text_, &QPlainTextEdit::cursorPositionChanged, this, &ImportView::chooseLine);
  connect(view_, &QTableView::doubleClicked, this, &ImportView::goToField);
  connect(go_, &QPushButton::clicked, this, &ImportView::goToField);
  connect(write_, &QPushButton::clicked, this, &ImportView::writeBackRequested);
}

QWidget* ImportView::makeTable() {
  kinds_->setObjectName(u"import.kinds"_s);
  kinds_->setAccessibleName(tr("Which keys"));
  kinds_->setDrawBase(false);
  kinds_->setExpanding(false);
  for ([[maybe_unused]] const auto& page : pages)
    kinds_->addTab(QString());
  view_ = makeReadOnlyTable(table_, u"import.keys"_s, tr("Keys of the file"));
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->horizontalHeader()->setMinimumSectionSize(least_width);
  view_->verticalHeader()->setDefaultSectionSize(row_height);
  view_->installEventFilter(this);
  connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ImportView::showRow);
  details_->setObjectName(u"import.details"_s);
  details_->setAccessibleName(tr("The chosen key"));
  details_->setFixedHeight(details_->fontMetrics().lineSpacing() * details_lines + 14);
  go_->setObjectName(u"import.go"_s);
  go_->setAutoDefault(false);
  go_->setToolTip(tr("Go to the control that sets this key (double click, Return)"));
  auto* side = new QWidget;
  auto* below = makeLine(nullptr, 8, {8, 6, 8, 8});
  addParts(*below, {{details_, 1}, {go_, 0, Qt::AlignTop}});
  addParts(*makeColumn(side, 0), {kinds_, {view_, 1}, below});
  return side;
}

void ImportView::fill() {
  listed_.clear();  // its pointers refer to rows of the previous file
  rows_ = file_.rows();
  const QString program = file_.program();
  const auto count = [this](std::optional<ImportOrigin> origin) {
    return std::ranges::count_if(rows_,
                                 [&](const ImportRow& row) { return !origin || row.origin == *origin; });
  };
  head_->setText(file_.isOpen()
                     ? tr("%1, a file of %2: the lines with a tint became keys of the plan; those with an "
                          "icon did not; the reason is next to them.")
                           .arg(file_.name(), program)
                     : tr("No file of another program was read into this plan. Open one, or drop it here."));
  const QString titles[] = {tr("All (%1)"), tr("Read (%1)"), tr("Defaults of %2 (%1)").arg(u"%1"_s, program),
                            tr("Not read (%1)")};
  for (int i = 0; i < kinds_->count(); ++i)
    kinds_->setTabText(i, titles[i].arg(count(pages[i])));
  write_->setEnabled(file_.isOpen() && file_.imported().kind != ImportKind::hugging_face);
  text_->setAccessibleName(tr("Text of %1").arg(file_.name()));
  text_->setFile(file_.text(), rows_, program);
  showRows();
}

/// Shows another file from its first line.
void ImportView::showFile() {
  kinds_->setCurrentIndex(0);
  refresh();
}

void ImportView::showRows() {
  const int row = view_->currentIndex().row();
  const std::optional<ImportOrigin> origin = pages[std::max(0, kinds_->currentIndex())];
  std::vector<ImportRow> shown;
  listed_.clear();
  for (const ImportRow& one : rows_)
    if (!origin || one.origin == *origin) {
      listed_.push_back(&one);
      shown.push_back(one);
    }
  table_->changeContents(importTable(shown));
  fitColumns();
  if (row >= 0 && row < table_->rowCount()) view_->setCurrentIndex(table_->index(row, 0));
  showRow();
}

/// Makes each column as wide as its longest text; if the sum is too large, limits the wide ones.
void ImportView::fitColumns() {
  QHeaderView& header = *view_->horizontalHeader();
  header.setSectionResizeMode(QHeaderView::Interactive);
  header.setStretchLastSection(false);  // until its own width is measured
  view_->resizeColumnsToContents();
  int needed = 0;
  for (int column = 0; column < header.count(); ++column)
    needed += view_->columnWidth(column);
  if (needed > view_->viewport()->width()) {
    int column = 0;
    for (const int most : most_widths) {
      view_->setColumnWidth(column, std::min(view_->columnWidth(column), most));
      ++column;
    }
    view_->setColumnWidth(column, least_width);  // it gets the remaining width
  }
  header.setStretchLastSection(true);
}

const ImportRow* ImportView::chosen() const {
  const auto row = static_cast<std::size_t>(view_->currentIndex().row());
  return view_->currentIndex().isValid() && row < listed_.size() ? listed_[row] : nullptr;
}

void ImportView::showRow() {
  const ImportRow* row = chosen();
  go_->setEnabled(row != nullptr && !row->path.isEmpty());
  details_->setPlainText(row != nullptr ? sentencesOf(*row, file_.program())
                                        : tr("Choose a line or a key to see how it was read."));
  text_->light(row != nullptr ? row->line : -1);
  if (row == nullptr || row->line < 0 || follows_) return;
  follows_ = true;
  text_->goToLine(row->line);
  follows_ = false;
}

/// Selects the row of the line with the caret.
void ImportView::chooseLine() {
  if (follows_) return;
  const int line = text_->textCursor().blockNumber();
  const auto found = std::ranges::find(listed_, line, [](const ImportRow* row) { return row->line; });
  if (found == listed_.end()) return;
  follows_ = true;
  view_->setCurrentIndex(table_->index(static_cast<int>(found - listed_.begin()), 0));
  follows_ = false;
}

void ImportView::goToField() {
  if (const ImportRow* row = chosen(); row != nullptr && !row->path.isEmpty())
    emit settingRequested(row->path);
}

bool ImportView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == view_ && event->type() == QEvent::Resize)
    QMetaObject::invokeMethod(this, &ImportView::fitColumns,
                              Qt::QueuedConnection);  // its contents change only after this
  if (watched == view_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      goToField();
      return true;
    }
  }
  return PlanView::eventFilter(watched, event);
}

}  // namespace zp
