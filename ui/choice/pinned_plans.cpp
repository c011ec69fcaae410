// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choice/pinned_plans.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "core/estimate/figures.h"
#include "core/search/candidates.h"
#include "core/units/format.h"
#include "ui/charts/memory_chart.h"
#include "ui/choice/config_comparison.h"
#include "ui/choice/plan_bars.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int bar_pitch = 23,
              frame_height = 66;  // heights in the chart: of a bar, and of the space around the bars

QString letterOf(std::size_t index) { return QString(QChar(u'A' + static_cast<char16_t>(index))); }

/// Returns the label of a pinned plan: "A ZeRO-3 · opt→CPU, 4 × 8".
QString labelOf(std::size_t index, const Plan& plan) {
  return letterOf(index) + u' ' + toQt(label_of(strategy_of(plan))) + u", "_s +
         toQt(format_count(plan.training.micro_batch_size)) + u" × "_s +
         toQt(format_count(plan.training.gradient_accumulation_steps));
}

}  // namespace

PinnedPlans::PinnedPlans(PlanModel& model, QWidget* parent)
    : QWidget(parent), model_(model), chart_(new MemoryChart) {
  setObjectName(u"pinnedPlans"_s);
  chart_->setObjectName(u"pinnedPlans.chart"_s);
  chart_->setAccessibleName(tr("Pinned plans"));
  auto* title = new QLabel(tr("Pinned"));
  title->setFont(scaledFont(font(), 1, QFont::Bold));
  auto* head = makeLine(nullptr, 6, {12, 4, 8, 0});
  addParts(*head, {title, empty_room});
  for (std::size_t i = 0; i < most; ++i) {
    auto* button = new QToolButton;
    button->setObjectName(u"pinnedPlans.unpin.%1"_s.arg(i));
    button->setText(letterOf(i) + u" ×"_s);
    button->setAccessibleName(tr("Unpin %1").arg(letterOf(i)));
    button->setToolTip(button->accessibleName());
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    head->addWidget(button);
    unpin_.push_back(button);
    connect(button, &QToolButton::clicked, this, [this, i] { unpin(i); });
  }
  auto* configs = new QPushButton(tr("Compare configs…"));
  configs->setObjectName(u"pinnedPlans.configs"_s);
  configs->setToolTip(tr("What each would change in ds_config.json"));
  head->addWidget(configs);
  addParts(*makeColumn(this, 0), {head, chart_});
  connect(configs, &QPushButton::clicked, this, &PinnedPlans::showConfigs);
  connect(chart_, &MemoryChart::activated, this, [this](int row) {
    const Pin chosen = pins_[static_cast<std::size_t>(row)];
    model_.propose(chosen.plan, {tr("Adopt"), {}, chosen.title});
  });
  connect(&model_, &PlanModel::changed, this, &PinnedPlans::refresh);
  refresh();
}

void PinnedPlans::pin(const Plan& plan, const QString& title) {
  if (std::ranges::find(pins_, plan, &Pin::plan) != pins_.end()) return;
  if (pins_.size() == most) pins_.erase(pins_.begin());
  pins_.push_back({plan, title});
  refresh();
}

void PinnedPlans::unpin(std::size_t index) {
  pins_.erase(pins_.begin() + static_cast<std::ptrdiff_t>(index));
  refresh();
}

void PinnedPlans::refresh() {
  setVisible(!pins_.empty());
  if (pins_.empty()) return;
  const PlanResults& present = model_.results();
  MemoryChartData bars = planBars(present, tr("Pinned plans"));
  for (std::size_t i = 0; i < pins_.size(); ++i) {
    MemoryRow row = planBar(labelOf(i, pins_[i].plan), figures_of(pins_[i].plan), present);
    row.selected = pins_[i].plan == model_.plan();
    bars.rows.push_back(std::move(row));
  }
  chart_->setData(bars);
  chart_->setFixedHeight(std::max(frame_height + bar_pitch * static_cast<int>(pins_.size()),
                                  chart_->minimumSizeHint().height()));
  for (std::size_t i = 0; i < most; ++i)
    unpin_[i]->setVisible(i < pins_.size());
}

void PinnedPlans::showConfigs() {
  std::vector<NamedPlan> plans;
  for (std::size_t i = 0; i < pins_.size(); ++i)
    plans.push_back({letterOf(i) + u' ' + pins_[i].title, {pins_[i].plan, model_.document().text}});
  showConfigComparison(this, model_.document(), plans);
}

}  // namespace zp
