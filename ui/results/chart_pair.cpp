// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/chart_pair.h"

#include <QEvent>
#include <QSplitter>
#include <algorithm>

#include "ui/charts/chart.h"
#include "ui/inputs/segmented_row.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int many_pixels = 10'000;

}  // namespace

ChartPair::ChartPair(const QString& name, Qt::Orientation orientation, const Half& first, const Half& second,
                     int least, std::array<int, 2> shares)
    : halves_{first, second},
      splitter_(new QSplitter(orientation, this)),
      switcher_(new SegmentPair(first.name, second.name)),
      least_(least),
      shares_(shares) {
  setObjectName(name + u".pair");
  splitter_->setObjectName(name + u".splitter");
  splitter_->setChildrenCollapsible(false);
  switcher_->setObjectName(name + u".switcher");
  choices_ = {switcher_->first(), switcher_->second()};
  const std::array<QString, 2> ids = {u".first"_s, u".second"_s};
  for (std::size_t i = 0; i < halves_.size(); ++i) {
    choices_[i]->setObjectName(name + ids[i]);
    choices_[i]->setToolTip(halves_[i].tool_tip);
    splitter_->addWidget(halves_[i].widget);
    splitter_->setStretchFactor(static_cast<int>(i), shares[i]);
    halves_[i].chart->installEventFilter(this);
    connect(halves_[i].chart, &Chart::saveRequested, this, [this, i](const QString& suffix, double scale) {
      current_ = i;
      emit saveRequested(suffix, scale);
    });
    connect(choices_[i], &QRadioButton::toggled, this, [this](bool on) {
      if (on) arrange();
    });
  }
  auto* whole = makeColumn(this, -1);
  whole->addWidget(splitter_);
  arrange();
}

QWidget* ChartPair::switcher() { return switcher_; }

Chart& ChartPair::current() {
  if (!second_available_) return *halves_[0].chart;
  if (!both_) return *halves_[choices_[1]->isChecked() ? 1 : 0].chart;
  return *halves_[current_].chart;
}

void ChartPair::setSecondAvailable(bool available) {
  second_available_ = available;
  arrange();
}

bool ChartPair::hasRoom() const {
  const bool across = splitter_->orientation() == Qt::Horizontal;
  const auto extent = [&](QSize size) { return across ? size.width() : size.height(); };
  int needed = splitter_->handleWidth();
  for (const Half& half : halves_)
    needed += std::max(extent(half.widget->minimumSizeHint()), least_);
  return extent(size()) >= needed;
}

void ChartPair::arrange() {
  const bool both = second_available_ && hasRoom();
  const bool second = second_available_ && choices_[1]->isChecked();
  const bool begins = both && !both_;
  both_ = both;
  switcher_->setVisible(second_available_ && !both);
  halves_[0].widget->setVisible(both || !second);
  halves_[1].widget->setVisible(both || second);
  if (begins)
    splitter_->setSizes({shares_[0] * many_pixels, shares_[1] * many_pixels});  // Qt scales both down to fit
}

QSize ChartPair::sizeHint() const { return splitter_->sizeHint(); }

/// Returns the larger minimum size of the two halves, because one of them can be hidden.
QSize ChartPair::minimumSizeHint() const {
  return halves_[0].widget->minimumSizeHint().expandedTo(halves_[1].widget->minimumSizeHint());
}

bool ChartPair::event(QEvent* event) {
  const bool is_handled = QWidget::event(event);
  if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) arrange();
  return is_handled;
}

bool ChartPair::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::MouseButtonPress)
    for (std::size_t i = 0; i < halves_.size(); ++i)
      if (watched == halves_[i].chart) current_ = i;
  return QWidget::eventFilter(watched, event);
}

}  // namespace zp
