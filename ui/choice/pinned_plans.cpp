// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choice/pinned_plans.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "core/estimate/figures.h"
#include "core/search/candidates.h"
#include "core/sharding/plan_words.h"
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

constexpr int least_shown = 72;  // of the bars; the rest is reached by scrolling
constexpr int bar_pitch = 23,
              frame_height = 66;  // heights in the chart: of a bar, and of the space around the bars

/// Wants the height of its content, and scrolls it where there is less: the bars must not make the window
/// taller than the screen.
class BarsArea : public QScrollArea {
 public:
  explicit BarsArea(QWidget* bars) {
    setObjectName(u"pinnedPlans.area"_s);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidget(bars);
  }
  [[nodiscard]] QSize sizeHint() const override { return {width(), maximumHeight()}; }
  [[nodiscard]] QSize minimumSizeHint() const override {
    return {widget()->minimumSizeHint().width(), std::min(least_shown, maximumHeight())};
  }
};

QString letterOf(std::size_t index) { return QString(QChar(u'A' + static_cast<char16_t>(index))); }

bool isOfSameModel(const Plan& plan, const Plan& present) {
  return plan.model == present.model && plan.training.sequence_length == present.training.sequence_length;
}

/// Returns the label of a pinned plan: "A ZeRO-3 · opt→CPU, 4 × 8"; for a model or sequence length other than
/// the present plan's with both: "A ZeRO-3, 4 × 8, Llama 3 8B, 8,192 tok".
QString labelOf(std::size_t index, const Plan& plan, const Plan& present) {
  QString label = letterOf(index) + u' ' + toQt(label_of(strategy_of(plan))) + u", "_s +
                  toQt(format_count(plan.training.micro_batch_size)) + u" × "_s +
                  toQt(format_count(plan.training.gradient_accumulation_steps));
  if (!isOfSameModel(plan, present))
    label += u", "_s + toQt(model_name(plan)) + u", "_s + toQt(format_count(plan.training.sequence_length)) +
             u" tok"_s;
  return label;
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
  area_ = new BarsArea(chart_);
  addParts(*makeColumn(this, 0), {head, area_});
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

void PinnedPlans::clear() {
  pins_.clear();
  refresh();
}

void PinnedPlans::refresh() {
  setVisible(!pins_.empty());
  if (pins_.empty()) return;
  const PlanResults& present = model_.results();
  MemoryChartData bars = planBars(present, tr("Pinned plans"));
  for (std::size_t i = 0; i < pins_.size(); ++i) {
    MemoryRow row = planBar(labelOf(i, pins_[i].plan, model_.plan()), figures_of(pins_[i].plan), present,
                            isOfSameModel(pins_[i].plan, model_.plan()));
    row.selected = pins_[i].plan == model_.plan();
    bars.rows.push_back(std::move(row));
  }
  chart_->setData(bars);
  fitHeight();
  for (std::size_t i = 0; i < most; ++i)
    unpin_[i]->setVisible(i < pins_.size());
}

/// Gives every bar its height, whatever lines the legend needs at this width.
void PinnedPlans::fitHeight() {
  const int height =
      std::max(frame_height + bar_pitch * static_cast<int>(pins_.size()), chart_->minimumSizeHint().height());
  chart_->setMinimumHeight(height);
  area_->setMaximumHeight(height);
}

void PinnedPlans::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (!pins_.empty()) fitHeight();
}

void PinnedPlans::showConfigs() {
  std::vector<NamedPlan> plans;
  for (std::size_t i = 0; i < pins_.size(); ++i)
    plans.push_back({letterOf(i) + u' ' + pins_[i].title, {pins_[i].plan, model_.document().text}});
  showConfigComparison(this, model_.document(), plans);
}

}  // namespace zp
