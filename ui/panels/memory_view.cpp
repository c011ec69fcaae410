// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/memory_view.h"

#include <QCheckBox>
#include <QCryptographicHash>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/plan/plan_file.h"
#include "ui/charts/memory_chart.h"
#include "ui/model/plan_model.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/panels/explanation_panel.h"
#include "ui/panels/memory_chart_data.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int side_by_side_width = 800;  // below it the explanation takes the chart's place
constexpr int hash_digits = 12;

}  // namespace

MemoryView::MemoryView(PlanModel& model, Settings& settings, QWidget* parent)
    : QWidget(parent),
      model_(model),
      settings_(settings),
      chart_(new MemoryChart),
      all_(new QCheckBox(tr("Show all 14 strategies"))),
      why_(new QToolButton),
      splitter_(new QSplitter(this)),
      left_(new QWidget),
      explanation_(new ExplanationPanel(model)) {
  setObjectName(u"memoryView"_s);
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  chart_->setObjectName(u"memoryChart"_s);
  chart_->installEventFilter(this);
  all_->setObjectName(u"allStrategies"_s);
  all_->setChecked(settings_.allStrategies());
  why_->setObjectName(u"why"_s);
  why_->setText(tr("Why these numbers?"));
  why_->setCheckable(true);
  why_->setToolTip(tr("Where every byte of the chosen strategy comes from, with formula and source"));

  auto* foot = new QHBoxLayout;
  foot->setContentsMargins(8, 0, 8, 4);
  foot->addWidget(all_);
  foot->addStretch(1);
  foot->addWidget(why_);
  auto* column = new QVBoxLayout(left_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(chart_, 1);
  column->addLayout(foot);
  splitter_->setObjectName(u"memoryView.splitter"_s);
  splitter_->setChildrenCollapsible(false);
  splitter_->addWidget(left_);
  splitter_->addWidget(explanation_);
  splitter_->setStretchFactor(0, 1);
  explanation_->hide();
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(splitter_);

  connect(chart_, &BarChart::rowActivated, this, &MemoryView::adopt);
  connect(all_, &QCheckBox::toggled, this, [this](bool all) {
    settings_.setAllStrategies(all);
    refresh();
  });
  connect(why_, &QToolButton::toggled, this, &MemoryView::setExplanationShown);
  connect(explanation_, &ExplanationPanel::closeRequested, this, [this] { setExplanationShown(false); });
  connect(explanation_, &ExplanationPanel::settingRequested, this, &MemoryView::settingRequested);
  connect(&model_, &PlanModel::changed, this, &MemoryView::refresh);
  refresh();
}

std::size_t MemoryView::rowCount() const {
  return all_->isChecked() ? all_strategies().size() : main_strategy_count;
}

void MemoryView::refresh() {
  if (isVisible()) fill({});  // showEvent catches up
}

void MemoryView::fill(const QString& plan_name) {
  shown_ = shownCandidates(model_.results(), rowCount());
  chart_->setData(memoryChartData(model_.results(), rowCount(), plan_name));
}

MemoryChart& MemoryView::chartForExport() {
  const QByteArray plan = QByteArray::fromStdString(write_plan(model_.results().document));
  const QString hash = QString::fromLatin1(
      QCryptographicHash::hash(plan, QCryptographicHash::Sha256).toHex().left(hash_digits));
  const QString file = model_.filePath();
  fill((file.isEmpty() ? tr("unsaved plan") : QFileInfo(file).fileName()) + u", " + hash);
  return *chart_;
}

void MemoryView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void MemoryView::adopt(int row) {
  if (row < 0 || row >= static_cast<int>(shown_.size())) return;
  const auto candidate = static_cast<std::size_t>(shown_[static_cast<std::size_t>(row)]);
  model_.adopt(model_.results().candidates[candidate].strategy);
}

void MemoryView::explain(Place place) {
  setExplanationShown(true);
  explanation_->showPlace(place);
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

bool MemoryView::eventFilter(QObject* watched, QEvent* event) {
  // With the explanation open, a click on a segment also leads to its words.
  if (watched == chart_ && event->type() == QEvent::MouseButtonRelease && isExplanationShown()) {
    const QPointF at = static_cast<QMouseEvent*>(event)->position();
    for (int row = 0; row < static_cast<int>(shown_.size()); ++row)
      for (int part = 0; part < static_cast<int>(chart_component_count); ++part)
        if (chart_->segmentRect(row, part).contains(at))
          explanation_->showComponent(static_cast<ChartComponent>(part));
  }
  return QWidget::eventFilter(watched, event);
}

void MemoryView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void MemoryView::arrange() { left_->setVisible(!isExplanationShown() || width() >= side_by_side_width); }

}  // namespace zp
