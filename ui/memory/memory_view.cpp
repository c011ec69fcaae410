// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/memory_view.h"

#include <QMenu>
#include <QSplitter>
#include <QToolButton>
#include <algorithm>

#include "core/memory/timeline.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/step_chart.h"
#include "ui/inputs/segmented_row.h"
#include "ui/memory/memory_chart_data.h"
#include "ui/memory/step_memory_data.h"
#include "ui/model/memory_parts.h"
#include "ui/model/plan_model.h"
#include "ui/model/run_model.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/results/config_lines.h"
#include "ui/results/explanation_panel.h"
#include "ui/results/strategy_rows.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int side_by_side_width = 800;  // below this width the explanation replaces the chart

}  // namespace

MemoryView::MemoryView(PlanModel& model, Settings& settings, RunModel& run, QWidget* parent)
    : ChartView(model, u"memoryView"_s, parent),
      settings_(settings),
      logs_(run),
      chart_(new MemoryChart),
      step_(new StepChart),
      which_(new SegmentPair(tr("Per strategy"), tr("Over one step"))),
      rows_(new StrategyRows(model, settings)),
      why_(new QToolButton),
      splitter_(new QSplitter(this)),
      left_(new QWidget),
      explanation_(new ExplanationPanel(model)) {
  chart_->setObjectName(u"memoryChart"_s);
  step_->setObjectName(u"stepChart"_s);
  rows_->setObjectName(u"allStrategies"_s);
  why_->setObjectName(u"why"_s);
  why_->setText(tr("Why these numbers?"));
  why_->setCheckable(true);
  why_->setToolTip(tr("Where every byte of the chosen strategy comes from, with formula and source"));

  which_->first()->setObjectName(u"memoryView.perStrategy"_s);
  which_->first()->setToolTip(tr("The peak of every strategy, as bars to choose from"));
  which_->second()->setObjectName(u"memoryView.overStep"_s);
  which_->second()->setToolTip(tr("The chosen strategy at each moment of one training step"));
  setStepShown(settings_.stepChart());

  addParts(*makeColumn(left_, 0), {{chart_, 1}, {step_, 1}, makeFoot()});
  splitter_->setObjectName(u"memoryView.splitter"_s);
  splitter_->setChildrenCollapsible(false);
  splitter_->addWidget(left_);
  splitter_->addWidget(explanation_);
  splitter_->setStretchFactor(0, 1);
  explanation_->hide();
  auto* whole = makeColumn(this, -1);
  whole->addWidget(splitter_);

  connect(chart_, &Chart::activated, this, &MemoryView::choosePart);
  connect(chart_, &Chart::pointed, this, &MemoryView::pointAt);
  connect(step_, &Chart::pointed, this, &MemoryView::pointAtMoment);
  connect(chart_, &Chart::menuRequested, this, [this](QMenu* menu, int row, int part) {
    if (row < 0) return;
    if (row != ownRow()) {
      menu->addSeparator();
      QAction* use = menu->addAction(tr("Use this strategy"), this, [this, row] { rows_->adopt(row); });
      use->setObjectName(u"useStrategy"_s);
    } else if (part >= 0) {
      offerFormula(*menu, part);
      offerLines(*menu, entriesOf(model_.results(), static_cast<ChartComponent>(part)));
    }
  });
  connect(step_, &Chart::menuRequested, this, [this](QMenu* menu, int /*moment*/, int part) {
    if (part < 0) return;
    offerFormula(*menu, part);
    offerLines(*menu, entriesOf(model_.results(), static_cast<ChartComponent>(part)));
  });
  connect(&model_.pointing(), &PointedItemSignal::changed, this, &MemoryView::showPointed);
  connect(chart_, &Chart::saveRequested, this, &MemoryView::saveRequested);
  connect(step_, &Chart::saveRequested, this, &MemoryView::saveRequested);
  connect(step_, &Chart::activated, this, [this](int /*moment*/, int part) { explainPart(part); });
  connect(which_->second(), &QRadioButton::toggled, this, [this](bool shown) {
    settings_.setStepChart(shown);
    arrange();
    refresh();
    emit stepShownChanged(shown);
  });
  connect(rows_, &QCheckBox::toggled, this, &MemoryView::refresh);
  connect(&logs_, &RunModel::changed, this, &MemoryView::refresh);
  connect(why_, &QToolButton::toggled, this, &MemoryView::setExplanationShown);
  connect(explanation_, &ExplanationPanel::closeRequested, this, [this] { setExplanationShown(false); });
  connect(explanation_, &ExplanationPanel::settingRequested, this, &MemoryView::settingRequested);
  connect(explanation_, &ExplanationPanel::configRequested, this, &MemoryView::configRequested);
  arrange();
}

QWidget* MemoryView::makeFoot() {
  auto* foot = new QWidget;
  foot->setObjectName(u"memoryView.foot"_s);
  auto* line = makeLine(foot, -1, {8, 0, 8, 4});
  line->addWidget(which_);
  line->addSpacing(8);
  addParts(*line, {rows_, empty_room, why_});
  return foot;
}

void MemoryView::fillCharts(const QString& plan_name) {
  if (isStepShown() || !plan_name.isEmpty())
    step_->setData(stepMemoryData(model_.results(), plan_name, logs_.differences()));
  if (!isStepShown() || !plan_name.isEmpty())
    chart_->setData(memoryChartData(model_.results(), rows_->count(), plan_name));
  showPointed();
}

int MemoryView::ownRow() const {
  const std::vector<int> shown = shownCandidates(model_.results(), rows_->count());
  const auto own = std::ranges::find(shown, model_.results().evaluation.selected);
  return own == shown.end() ? -1 : static_cast<int>(own - shown.begin());
}

void MemoryView::choosePart(int row, int part) {
  const bool is_own = row == ownRow();
  rows_->adopt(row);
  if (part < 0) return model_.pointing().pin({});
  if (is_own) model_.pointing().pin(entriesOf(model_.results(), static_cast<ChartComponent>(part)));
  if (is_own || isExplanationShown()) explainPart(part);
}

void MemoryView::pointAt(int row, int part) {
  PointedItem pointed;
  pointed.strategy = rows_->strategyOf(row);
  if (part >= 0 && row == ownRow())
    pointed.entries = entriesOf(model_.results(), static_cast<ChartComponent>(part));
  model_.pointing().point(pointed);
}

void MemoryView::pointAtMoment(int moment, int part) {
  PointedItem pointed;
  const auto moments = timeline(model_.results().evaluation.figures.estimate, Place::gpu).moments();
  // The chart may still have the moments of a previous plan, possibly more of them.
  if (moment >= 0 && static_cast<std::size_t>(moment) < moments.size() && model_.results().has_numbers) {
    pointed.moment = moments[static_cast<std::size_t>(moment)];
    if (part >= 0)
      pointed.entries = entriesOf(model_.results(), static_cast<ChartComponent>(part), *pointed.moment);
  }
  model_.pointing().point(pointed);
}

/// Marks the item that any view points at.
void MemoryView::showPointed() {
  const PlanResults& results = model_.results();
  if (!isVisible() || !results.has_numbers) return;
  const PointedItemSignal& pointing = model_.pointing();
  if (isStepShown()) {
    const auto moments = timeline(results.evaluation.figures.estimate, Place::gpu).moments();
    const auto at =
        pointing.pointed().moment ? std::ranges::find(moments, *pointing.pointed().moment) : moments.end();
    return step_->setMarked(at == moments.end() ? -1 : static_cast<int>(at - moments.begin()));
  }
  chart_->setMarked(rows_->rowOf(pointing.pointed().strategy));
  std::vector<double> lit(chart_component_count, 0);
  for (const EntryId id : pointing.entries()) {
    const Entry* entry = results.evaluation.figures.estimate.ledger.find(id);
    if (entry != nullptr && entry->place == Place::gpu &&
        entry->counts_in(results.evaluation.figures.estimate.gpu.peak_phase))
      lit[static_cast<std::size_t>(chartComponentOf(entry->component))] += to_gib(entry->bytes);
  }
  chart_->setLit(ownRow(), lit);
}

void MemoryView::offerFormula(QMenu& menu, int part) {
  menu.addSeparator();
  menu.addAction(tr("Why this number?"), this, [this, part] { explainPart(part); })
      ->setObjectName(u"whyNumber"_s);
}

/// Adds the ds_config.json lines that affect these entries to the menu.
void MemoryView::offerLines(QMenu& menu, const std::vector<EntryId>& entries) {
  const std::vector<GoverningLine> lines = governingLines(model_.results(), entries);
  if (lines.empty()) return;
  menu.addSeparator();
  QMenu* governed = menu.addMenu(tr("Governed by, in ds_config.json"));
  governed->setObjectName(u"governedMenu"_s);
  for (const GoverningLine& line : lines)
    governed->addAction(line.name(), this, [this, path = line.path] { emit configRequested(path); });
}

Chart& MemoryView::currentChart() { return isStepShown() ? static_cast<Chart&>(*step_) : *chart_; }

std::vector<Chart*> MemoryView::charts() { return {chart_, step_}; }

bool MemoryView::isStepShown() const { return which_->second()->isChecked(); }

void MemoryView::setStepShown(bool shown) { (shown ? which_->second() : which_->first())->setChecked(true); }

void MemoryView::explain(Place place) {
  setExplanationShown(true);
  explanation_->showPlace(place);
}

void MemoryView::explainPart(int part) {
  setExplanationShown(true);
  explanation_->showComponent(static_cast<ChartComponent>(part));
}

bool MemoryView::isExplanationShown() const { return !explanation_->isHidden(); }

void MemoryView::setExplanationShown(bool shown) {
  why_->setChecked(shown);
  if (shown == isExplanationShown()) return;
  explanation_->setVisible(shown);
  arrange();
  if (shown) splitter_->setSizes({splitter_->width() * 3 / 5, splitter_->width() * 2 / 5});
  emit explanationShownChanged(shown);
}

void MemoryView::resizeEvent(QResizeEvent* event) {
  ChartView::resizeEvent(event);
  arrange();
}

void MemoryView::arrange() {
  left_->setVisible(!isExplanationShown() || width() >= side_by_side_width);
  chart_->setVisible(!isStepShown());
  step_->setVisible(isStepShown());
  rows_->setVisible(!isStepShown());
}

}  // namespace zp
