// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>

#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/results/strategy_table.h"
#include "ui/results/table_copy.h"
#include "ui/theme/icons.h"
#include "ui/theme/layouts.h"
#include "ui/theme/wrapped_label.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

TableView::TableView(PlanModel& model, QWidget* parent)
    : PlanView(model, u"tableView"_s, parent),
      table_(new StrategyTable(this)),
      sorted_(new QSortFilterProxyModel(this)) {
  sorted_->setSourceModel(table_);
  sorted_->setSortRole(StrategyTable::SortRole);
  view_ = makeReadOnlyTable(sorted_, u"strategyTable"_s, tr("Memory and speed of every strategy"),
                            [this](const QModelIndexList& rows) { return markdownOf(rows); });
  view_->setSortingEnabled(true);
  view_->sortByColumn(-1, Qt::AscendingOrder);
  view_->verticalHeader()->setDefaultSectionSize(28);
  view_->installEventFilter(this);

  auto* note = new WrappedLabel(tr("GiB per GPU at the peak; return or double click adopts a strategy"));
  note->setForegroundRole(QPalette::PlaceholderText);
  auto* copy = new QPushButton(themeIcon(IconName::copy), tr("Copy"));
  copy->setObjectName(u"tableCopy"_s);
  copy->setToolTip(tr("The selected rows, or all, as Markdown"));
  auto* save = new QPushButton(themeIcon(IconName::export_file), tr("Export…"));
  save->setObjectName(u"tableExport"_s);
  auto* head = makeLine(nullptr, 8, {8, 8, 8, 8});
  addParts(*head, {{note, 1}, copy, save});
  addParts(*makeColumn(this, 0), {head, {view_, 1}});

  connect(copy, &QPushButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(markdownOf(chosenRows(*view_))); });
  connect(save, &QPushButton::clicked, this, &TableView::exportRequested);
  connect(view_, &QTableView::doubleClicked, this, &TableView::adopt);
  view_->setMouseTracking(true);
  view_->viewport()->installEventFilter(this);
  connect(view_, &QTableView::entered, this, &TableView::pointAt);
  connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TableView::pointAt);
  connect(&model_.pointing(), &PointedItemSignal::changed, this,
          [this] { table_->setPointed(model_.pointing().pointed().strategy); });
}

void TableView::fill() { table_->setResults(model_.results()); }

void TableView::adopt(const QModelIndex& index) {
  const std::vector<Candidate>& candidates = model_.results().evaluation.candidates;
  const int row = index.data(StrategyTable::CandidateRole).toInt();
  if (!index.isValid() || row >= static_cast<int>(candidates.size())) return;
  model_.adopt(candidates[static_cast<std::size_t>(row)].strategy);
}

void TableView::pointAt(const QModelIndex& index) {
  const std::vector<Candidate>& candidates = model_.results().evaluation.candidates;
  const auto row = static_cast<std::size_t>(index.data(StrategyTable::CandidateRole).toInt());
  PointedItem pointed;
  if (index.isValid() && row < candidates.size()) pointed.strategy = candidates[row].strategy;
  model_.pointing().point(pointed);
}

QString TableView::markdownOf(const QModelIndexList& rows) const {
  PlanResults chosen = model_.results();
  chosen.evaluation.candidates.clear();
  for (const QModelIndex& row : rows)
    chosen.evaluation.candidates.push_back(
        model_.results()
            .evaluation.candidates[static_cast<std::size_t>(row.data(StrategyTable::CandidateRole).toInt())]);
  return strategyMarkdown(chosen);
}

bool TableView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == view_ && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
      adopt(view_->currentIndex());
      return true;
    }
  }
  if (watched == view_->viewport() && event->type() == QEvent::Leave) model_.pointing().point();
  return PlanView::eventFilter(watched, event);
}

}  // namespace zp
