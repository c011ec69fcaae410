// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/hardware/hardware_view.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <cmath>

#include "core/report/words.h"
#include "core/units/format.h"
#include "ui/charts/scatter_chart.h"
#include "ui/inputs/elided_text.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/model/time_parts.h"
#include "ui/results/table_copy.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int chart_share = 500, side_share = 420;
constexpr int table_row = 24, least_side = 300;
constexpr int machine_column = 4;

}  // namespace

HardwareView::HardwareView(PlanModel& model, const ChoiceModel& choice, QWidget* parent)
    : ChartView(model, u"hardwareView"_s, parent),
      machines_(*new HardwareModel(model, choice, this)),
      head_(new ElidedText(u"hardwareView.head"_s, tabularFont(font()), 2)),
      chart_(new ScatterChart),
      contents_(new PlainTable(this)),
      words_(new QTextBrowser),
      compare_(new QPushButton(tr("Side by side"))),
      adopt_(new QPushButton(tr("Adopt"))) {
  chart_->setObjectName(u"hardwareChart"_s);
  chart_->setAccessibleName(tr("Machines by wall time and cost"));
  auto* head = makeLine(nullptr, 10, {12, 6, 8, 0});
  adopt_->setObjectName(u"hardwareView.adopt"_s);
  adopt_->setToolTip(
      tr("Make the chosen machine, or the cheapest, the cluster of this plan, with its best plan"));
  adopt_->setEnabled(false);
  connect(adopt_, &QPushButton::clicked, this, [this] { adoptMachine(describedMachine()); });
  compare_->setObjectName(u"hardwareView.compare"_s);
  compare_->setToolTip(
      tr("Add the ticked machines, each with its best plan, to this plan as scenarios; undo takes it back"));
  compare_->setEnabled(false);
  connect(compare_, &QPushButton::clicked, this, &HardwareView::compareTicked);
  connect(contents_, &PlainTable::ticked, this, &HardwareView::tick);
  addParts(*head, {{head_, 1}, makeProviders(), compare_, adopt_});
  auto* sides = new QSplitter;
  sides->setObjectName(u"hardwareView.sides"_s);
  sides->setChildrenCollapsible(false);
  sides->addWidget(chart_);
  sides->addWidget(makeSide());
  sides->setStretchFactor(0, chart_share);  // in a wide window the table shows whole names
  sides->setStretchFactor(1, side_share);
  sides->setSizes({chart_share, side_share});
  addParts(*makeColumn(this, 4), {head, {sides, 1}});

  connect(&machines_, &HardwareModel::changed, this, [this] { refresh(); });
  connect(&model, &PlanModel::replaced, this, [this] {  // the ticks were for the former plan
    ticked_.clear();
    compare_->setEnabled(false);
  });
  connect(chart_, &ScatterChart::activated, this, [this](int point) {
    chosen_ = picture_.points[static_cast<std::size_t>(point)];
    showWords();
  });
  connect(chart_, &ScatterChart::doubleActivated, this,
          [this](int point) { adoptMachine(picture_.points[static_cast<std::size_t>(point)]); });
  connect(chart_, &ScatterChart::saveRequested, this, &HardwareView::saveRequested);
  connect(chart_, &ScatterChart::limitsMoved, this, [this](double hours, double cost) {
    machines_.setLimits({hours, cost});
  });
}

QPushButton* HardwareView::makeProviders() {
  auto* button = new QPushButton(tr("Machines…"));
  button->setObjectName(u"hardwareView.providers"_s);
  button->setToolTip(
      tr("Whose machines are compared. Your own machines are in %1, in the format of the shipped list.")
          .arg(toQt(own_machines_path())));
  auto* menu = new QMenu(button);
  menu->setObjectName(u"hardwareView.menu"_s);
  for (const QString& provider : machines_.providers()) {
    QAction* action = menu->addAction(provider == u"consumer" ? tr("Consumer cards") : provider);
    action->setObjectName(u"provider."_s + provider);
    action->setCheckable(true);
    action->setChecked(true);
    connect(action, &QAction::toggled, this,
            [this, provider](bool shown) { machines_.setShown(provider, shown); });
  }
  button->setMenu(menu);
  return button;
}

QWidget* HardwareView::makeSide() {
  contents_->setContents(
      hardwareTable({std::make_shared<const MachineRanking>(), {}, 0}, {}, {}));  // sets the columns
  table_ = makeReadOnlyTable(contents_, u"hardwareTable"_s, tr("Machines within the limits, cheapest first"));
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setShowGrid(false);
  table_->horizontalHeader()->setSectionResizeMode(
      machine_column, QHeaderView::Stretch);  // elided; the tip has the whole text
  table_->verticalHeader()->setDefaultSectionSize(table_row);
  table_->installEventFilter(this);
  connect(table_, &QTableView::doubleClicked, this,
          [this](const QModelIndex& index) { adoptRow(index.row()); });
  auto* adopt_row = new QAction(tr("A&dopt this machine and its plan"), table_);
  adopt_row->setObjectName(u"hardware.adopt"_s);
  connect(adopt_row, &QAction::triggered, this, [this] { adoptRow(table_->currentIndex().row()); });
  table_->addActions({adopt_row});
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            chosen_ = machineAt(current.row());
            chart_->pointAt(chosen_ < 0 ? -1 : picture_.pointOf(chosen_));
            showWords();
          });
  words_->setObjectName(u"hardwareView.words"_s);
  words_->setAccessibleName(tr("The whole run on the chosen machine, and why other machines are ruled out"));
  words_->setFrameShape(QFrame::NoFrame);
  words_->document()->setDefaultStyleSheet(u"p { margin: 2px 0 } h4 { margin: 6px 0 2px 0 }"_s);
  auto* side = new QSplitter(Qt::Vertical);
  side->setObjectName(u"hardwareView.side"_s);
  side->setChildrenCollapsible(false);
  side->addWidget(table_);
  side->addWidget(words_);
  side->setStretchFactor(0, 1);
  side->setMinimumWidth(least_side);
  return side;
}

void HardwareView::showEvent(QShowEvent* event) {
  machines_.setWanted(true);
  ChartView::showEvent(event);
}

void HardwareView::hideEvent(QHideEvent* event) {
  ChartView::hideEvent(event);
  machines_.setWanted(false);
}

void HardwareView::fillCharts(const QString& plan_name) {
  if (!plan_name.isEmpty()) {  // an exported picture cannot be completed later
    machines_.setWanted(true);
    machines_.finish();
    machines_.setWanted(isVisible());
  }
  if (!machines_.ranking()) head_->setText(tr("Searching the best plan of every machine…"));
  if (!machines_.ranking() || !machines_.isCurrent()) return;  // the previous picture stays
  picture_ = hardwarePictureOf(machines_.ranking());
  if (chosen_ >= static_cast<int>(picture_.ranking->machines.size())) chosen_ = -1;
  chart_->setData(hardwareChartData(model_.results(), picture_, machines_.limits(), plan_name));
  contents_->changeContents(hardwareTable(picture_, model_.plan(), ticked_));
  showHead();
  showWords();
}

void HardwareView::showHead() {
  const Plan& plan = model_.plan();
  const double tokens = plan.training.tokens > 0 ? plan.training.tokens : usual_tokens;
  QString text = tr("%1, %2 tokens: every machine with its own best plan")
                     .arg(toQt(model_name(plan)), shortCountText(tokens));
  if (!(plan.training.tokens > 0)) text += tr(" (the plan states no budget)");
  if (const int best = picture_.ranking->best; best >= 0)
    text += tr(". Cheapest: %1").arg(machineText(picture_.machine(best).job));
  else
    text += tr(". No machine can run it within the limits");
  if (!machines_.problem().isEmpty()) text += u". "_s + machines_.problem();
  head_->setText(text);
}

void HardwareView::showWords() {
  if (!picture_.ranking) return;
  adopt_->setEnabled(describedMachine() >= 0 && !picture_.machine(describedMachine()).job.is_own);
  words_->setHtml(hardwareHtml(picture_, describedMachine()));
}

int HardwareView::describedMachine() const {
  if (!picture_.ranking) return -1;
  return chosen_ >= 0 && picture_.machine(chosen_).runs ? chosen_ : picture_.ranking->best;
}

Chart& HardwareView::currentChart() { return *chart_; }

int HardwareView::machineAt(int row) const {
  if (!picture_.ranking || row < 0 || row >= static_cast<int>(picture_.ranking->order.size())) return -1;
  return picture_.ranking->order[static_cast<std::size_t>(row)];
}

void HardwareView::tick(int row, bool is_ticked) {
  const int machine = machineAt(row);
  if (machine < 0) return;
  const QString text = machineText(picture_.machine(machine).job);
  ticked_.removeAll(text);
  if (is_ticked) ticked_ << text;
  compare_->setEnabled(!ticked_.isEmpty());
}

void HardwareView::compareTicked() {
  if (!picture_.ranking || !machines_.isCurrent()) return;
  std::vector<MachineFigures> chosen;
  for (const int index : picture_.ranking->order)
    if (const MachineFigures& machine = picture_.machine(index);
        machine.runs && ticked_.contains(machineText(machine.job)))
      chosen.push_back(machine);
  if (chosen.empty()) return;
  machines_.putSideBySide(chosen);
  emit comparisonRequested();
}

void HardwareView::adoptRow(int row) { adoptMachine(machineAt(row)); }

void HardwareView::adoptMachine(int index) {
  if (index < 0 || !machines_.isCurrent()) return;
  if (const MachineFigures& figures = picture_.machine(index); figures.runs) machines_.adopt(figures);
}

bool HardwareView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      adoptRow(table_->currentIndex().row());
      return true;
    }
  }
  return ChartView::eventFilter(watched, event);
}

}  // namespace zp
