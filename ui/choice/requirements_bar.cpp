// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choice/requirements_bar.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QWidgetAction>
#include <cmath>

#include "ui/model/choice_model.h"
#include "ui/model/text.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

namespace {

constexpr int least_odds = 50, most_odds = 99;  // per cent
constexpr int odds_width = 90;

}  // namespace

RequirementsBar::RequirementsBar(ChoiceModel& choice, QWidget* parent)
    : QWidget(parent),
      choice_(choice),
      objective_(new QComboBox),
      odds_words_(new QLabel),
      odds_(new QSlider(Qt::Horizontal)) {
  setObjectName(u"wantedBar"_s);
  objective_->setObjectName(u"wantedBar.objective"_s);
  objective_->setAccessibleName(tr("Best is"));
  objective_->setToolTip(tr("What the best plan is best in"));
  for (const ObjectiveRow& row : objective_rows()) {
    objective_->addItem(toQt(row.title), static_cast<int>(row.objective));
    if (row.objective == choice.requirements().objective)
      objective_->setCurrentIndex(objective_->count() - 1);
  }
  auto* may_change = new QPushButton(tr("May change…"));
  may_change->setObjectName(u"wantedBar.mayChange"_s);
  may_change->setToolTip(
      tr("What the search for the best plan may change, and the odds that it must fit with"));
  auto* menu = new QMenu(may_change);
  menu->setObjectName(u"wantedBar.menu"_s);
  menu->setToolTipsVisible(true);
  addOdds(*menu);
  addSwitches(*menu);
  may_change->setMenu(menu);
  addParts(*makeLine(this, 6), {objective_, may_change});
  connect(&choice_, &ChoiceModel::changed, this, [this] {  // a new plan resets what is wanted
    objective_->setCurrentIndex(objective_->findData(static_cast<int>(choice_.requirements().objective)));
    if (!odds_->isSliderDown()) showWantedOdds();
  });
  connect(objective_, &QComboBox::activated, this, [this] {
    Requirements requirements = choice_.requirements();
    requirements.objective = static_cast<Objective>(objective_->currentData().toInt());
    choice_.setRequirements(requirements);
  });
}

/// Adds a line with the slider above the switches, because the bar has no space for it in a small window.
void RequirementsBar::addOdds(QMenu& menu) {
  odds_->setObjectName(u"wantedBar.odds"_s);
  odds_->setAccessibleName(tr("Least odds that the plan fits"));
  odds_->setToolTip(tr("The odds, from published runs, that the plan fits GPUs and hosts"));
  odds_->setRange(least_odds, most_odds);
  odds_->setMinimumWidth(odds_width);
  odds_->setValue(static_cast<int>(std::lround(100 * choice_.requirements().fit.confidence)));
  odds_words_->setObjectName(u"wantedBar.oddsWords"_s);
  odds_words_->setFont(tabularFont(font()));
  showOdds();
  connect(odds_, &QSlider::valueChanged, this, [this](int percent) {
    showOdds();
    Requirements requirements = choice_.requirements();
    requirements.fit = FitDemand{percent / 100.0, {}};
    choice_.setRequirements(requirements);
  });
  auto* line = new QWidget;
  addParts(*makeLine(line, 6, {10, 4, 10, 4}), {odds_words_, {odds_, 1}});
  auto* action = new QWidgetAction(&menu);
  action->setDefaultWidget(line);
  menu.addAction(action);
  menu.addSeparator();
}

/// Moves the slider to the odds that are wanted, without asking for them again.
void RequirementsBar::showWantedOdds() {
  const QSignalBlocker quiet(odds_);
  odds_->setValue(static_cast<int>(std::lround(100 * choice_.requirements().fit.confidence)));
  showOdds();
}

void RequirementsBar::showOdds() { odds_words_->setText(tr("Fits with %1 %").arg(odds_->value())); }

void RequirementsBar::addSwitches(QMenu& menu) {
  for (const FreedomRow& row : freedom_rows()) {
    QAction* action = menu.addAction(toQt(row.title));
    action->setObjectName(u"mayChange."_s + toQt(row.name));
    action->setToolTip(toQt(row.meaning));
    action->setCheckable(true);
    action->setChecked(choice_.requirements().freedom.*row.member);
    connect(&menu, &QMenu::aboutToShow, action, [this, action, member = row.member] {
      action->setChecked(choice_.requirements().freedom.*member);
    });
    connect(action, &QAction::triggered, this, [this, member = row.member](bool may) {
      Requirements requirements = choice_.requirements();
      requirements.freedom.*member = may;
      choice_.setRequirements(requirements);
    });
  }
}

}  // namespace zp
