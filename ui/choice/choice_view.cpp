// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choice/choice_view.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <algorithm>
#include <utility>

#include "core/search/choice_words.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/scatter_chart.h"
#include "ui/choice/choice_chart_data.h"
#include "ui/choice/choice_html.h"
#include "ui/choice/pinned_plans.h"
#include "ui/choice/requirements_bar.h"
#include "ui/inputs/elided_text.h"
#include "ui/model/choice_model.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/results/table_copy.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int chart_share = 560, side_share = 330;
constexpr int table_row = 24;
constexpr int least_side = 280;
constexpr int words_rest_milliseconds = 80;

}  // namespace

ChoiceView::ChoiceView(PlanModel& model, ChoiceModel& choice, QWidget* parent)
    : ChartView(model, u"choiceView"_s, parent),
      choice_(choice),
      verdict_(new ElidedText(u"choiceView.verdict"_s, tabularFont(font()), 2)),
      chart_(new ScatterChart),
      no_chart_(new QLabel(tr("The speed of a model given as tensors is unknown."))),
      frontier_(new PlainTable(this)),
      words_(new QTextBrowser),
      pinned_(new PinnedPlans(model)) {
  chart_->setObjectName(u"choiceChart"_s);
  chart_->setAccessibleName(tr("Plans by memory and tokens per second"));
  no_chart_->setAlignment(Qt::AlignCenter);
  no_chart_->setWordWrap(true);
  no_chart_->hide();

  auto* head = makeLine(nullptr, 10, {12, 6, 8, 0});
  addParts(*head, {{verdict_, 1}, {new RequirementsBar(choice)}});
  auto* pin_present = new QPushButton(tr("Pin"));
  pin_present->setObjectName(u"choiceView.pin"_s);
  pin_present->setToolTip(
      tr("Keep this plan in sight, to compare up to four; Ctrl+click, or P, pins a point"));
  head->addWidget(pin_present);
  auto* left = new QWidget;
  addParts(*makeColumn(left, -1), {{chart_, 1}, {no_chart_, 1}});
  auto* sides = new QSplitter;
  sides->setObjectName(u"choiceView.sides"_s);
  sides->setChildrenCollapsible(false);
  sides->addWidget(left);
  sides->addWidget(makeSide());
  sides->setStretchFactor(0, chart_share);  // in a wide window the table shows whole names
  sides->setStretchFactor(1, side_share);
  sides->setSizes({chart_share, side_share});
  addParts(*makeColumn(this, 4), {head, {sides, 1}, pinned_});

  connect(&choice_, &ChoiceModel::pictureChanged, this, [this] { refresh(); });
  connect(&choice_, &ChoiceModel::newPlanBegun, pinned_, &PinnedPlans::clear);
  connect(&choice_, &ChoiceModel::outlookChanged, this, &ChoiceView::fillWords);
  words_rest_.setSingleShot(true);
  words_rest_.setInterval(words_rest_milliseconds);
  connect(&words_rest_, &QTimer::timeout, this, &ChoiceView::fillWords);
  connect(chart_, &ScatterChart::activated, this, &ChoiceView::look);
  connect(chart_, &ScatterChart::doubleActivated, this, &ChoiceView::adopt);
  connect(chart_, &ScatterChart::markRequested, this, &ChoiceView::pin);
  connect(pin_present, &QPushButton::clicked, this, [this] {
    if (picture_) pin(picture_->present);
  });
  connect(chart_, &ScatterChart::saveRequested, this, &ChoiceView::saveRequested);
  connect(chart_, &ScatterChart::limitsMoved, this, [this](double most_x, double y_limit) {
    Requirements requirements = choice_.requirements();
    requirements.most_gpu = from_gib(most_x);
    requirements.least_tokens_per_s = y_limit;
    choice_.setRequirements(requirements);
  });
}

QWidget* ChoiceView::makeSide() {
  frontier_->setContents(frontierTable({}));  // sets the columns while there are no rows
  table_ = makeReadOnlyTable(frontier_, u"frontierTable"_s, tr("Plans on the frontier"));
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setShowGrid(false);
  table_->verticalHeader()->setDefaultSectionSize(table_row);
  table_->horizontalHeader()->setSectionResizeMode(
      2, QHeaderView::Stretch);  // elided; the tip has the whole text
  table_->installEventFilter(this);
  connect(table_, &QTableView::doubleClicked, this,
          [this](const QModelIndex& index) { adoptRow(index.row()); });
  auto* adopt_row = new QAction(tr("A&dopt this plan"), table_);
  adopt_row->setObjectName(u"frontier.adopt"_s);
  connect(adopt_row, &QAction::triggered, this, [this] { adoptRow(table_->currentIndex().row()); });
  auto* pin_row = new QAction(tr("&Pin it"), table_);
  pin_row->setObjectName(u"frontier.pin"_s);
  connect(pin_row, &QAction::triggered, this, [this] {
    const int row = table_->currentIndex().row();
    if (picture_ && row >= 0) pin(picture_->table[static_cast<std::size_t>(row)]);
  });
  table_->addActions({adopt_row, pin_row});
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (picture_ && current.isValid())
              chart_->pointAt(picture_->table[static_cast<std::size_t>(current.row())]);
          });
  words_->setObjectName(u"choiceView.words"_s);
  words_->setAccessibleName(tr("Why not the others, and what would help next"));
  words_->setFrameShape(QFrame::NoFrame);
  words_->document()->setDefaultStyleSheet(u"p { margin: 2px 0 } h4 { margin: 6px 0 2px 0 }"_s);
  auto* side = new QSplitter(Qt::Vertical);
  side->setObjectName(u"choiceView.side"_s);
  side->setChildrenCollapsible(false);
  side->addWidget(table_);
  side->addWidget(words_);
  side->setMinimumWidth(least_side);
  return side;
}

void ChoiceView::showEvent(QShowEvent* event) {
  choice_.setPictureWanted(true);
  ChartView::showEvent(event);
}

void ChoiceView::hideEvent(QHideEvent* event) {
  ChartView::hideEvent(event);
  choice_.setPictureWanted(false);
}

void ChoiceView::fillCharts(const QString& plan_name) {
  if (!plan_name.isEmpty()) {  // an exported picture cannot be completed later
    choice_.setPictureWanted(true);
    choice_.finish();
    choice_.setPictureWanted(isVisible());
  }
  const PlanResults& results = model_.results();
  chart_->setVisible(!results.has_numbers || results.evaluation.figures.time.is_known);
  no_chart_->setVisible(!chart_->isVisibleTo(this));
  if (choice_.isPictureCurrent()) picture_ = std::make_shared<ChoicePicture>(pictureOf(choice_));
  // The previous picture stays until the new one is ready, a few milliseconds later.
  else if (picture_ && plan_name.isEmpty() && !results.stale)
    return;
  chart_->setData(choiceChartData(results, picture_, choice_.requirements(), plan_name));
  if (!choice_.isPictureCurrent()) return;
  const int row = table_->currentIndex().row();
  frontier_->setContents(frontierTable(*picture_));
  table_->setVisible(!picture_->table.empty());  // without it, the reasons use its space
  if (row >= 0 && row < frontier_->rowCount()) table_->setCurrentIndex(frontier_->index(row, 0));
  verdict_->setText(toQt(answer_of(choice_.choice(), choice_.plan())));  // the reasons are next to the chart
  if (html_.isEmpty() || !plan_name.isEmpty())
    fillWords();
  else
    words_rest_.start();
}

void ChoiceView::fillWords() {
  words_rest_.stop();
  if (!choice_.isPictureCurrent()) return;
  QString html = choiceHtml(choice_);
  if (html == html_) return;  // laying the text out takes longer than comparing it
  html_ = std::move(html);
  // Hiding the scroll bar temporarily would cause two more layouts of the text.
  words_->setVerticalScrollBarPolicy(words_->verticalScrollBar()->isVisible() ? Qt::ScrollBarAlwaysOn
                                                                              : Qt::ScrollBarAsNeeded);
  words_->setHtml(html_);
  words_->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
}

Chart& ChoiceView::currentChart() { return *chart_; }

std::vector<Chart*> ChoiceView::charts() {
  if (pinned_->isHidden()) return {chart_};
  return {chart_, &pinned_->chart()};
}

void ChoiceView::adoptRow(int row) {
  if (row >= 0 && row < frontier_->rowCount()) adopt(picture_->table[static_cast<std::size_t>(row)]);
}

/// Marks a point, and its row if the table contains it.
void ChoiceView::look(int index) {
  if (!picture_) return;
  const auto row = std::ranges::find(picture_->table, index);
  if (row == picture_->table.end())
    table_->clearSelection();
  else
    table_->selectRow(static_cast<int>(row - picture_->table.begin()));
  chart_->pointAt(index);
}

void ChoiceView::adopt(int index) {
  if (!picture_ || index < 0 || index == picture_->present) return;
  choice_.adopt(picture_->option(index));
}

void ChoiceView::pin(int index) {
  if (!choice_.isPictureCurrent()) return;
  const Option& option = picture_->option(index);
  pinned_->pin(with_pick(model_.plan(), option.pick), toQt(title_of(option, picture_->origin)));
}

bool ChoiceView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      adoptRow(table_->currentIndex().row());
      return true;
    }
    const int row = table_->currentIndex().row();
    if (key == Qt::Key_P && row >= 0) {
      pin(picture_->table[static_cast<std::size_t>(row)]);
      return true;
    }
  }
  return ChartView::eventFilter(watched, event);
}

}  // namespace zp
