// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choice/requirements_bar.h"

#include <QAction>
#include <QComboBox>
#include <QMenu>
#include <QPushButton>

#include "ui/model/choice_model.h"
#include "ui/model/text.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

RequirementsBar::RequirementsBar(ChoiceModel& choice, QWidget* parent)
    : QWidget(parent), choice_(choice), objective_(new QComboBox) {
  setObjectName(u"wantedBar"_s);
  objective_->setObjectName(u"wantedBar.objective"_s);
  objective_->setAccessibleName(tr("Best is"));
  objective_->setToolTip(tr("What the best plan is best in"));
  for (const ObjectiveRow& row : objective_rows()) {
    objective_->addItem(toQt(row.title), static_cast<int>(row.objective));
    if (row.objective == choice.wanted().objective) objective_->setCurrentIndex(objective_->count() - 1);
  }
  auto* may_change = new QPushButton(tr("May change…"));
  may_change->setObjectName(u"wantedBar.mayChange"_s);
  may_change->setToolTip(tr("What the search for the best plan may change"));
  auto* menu = new QMenu(may_change);
  menu->setObjectName(u"wantedBar.menu"_s);
  menu->setToolTipsVisible(true);
  addSwitches(*menu);
  may_change->setMenu(menu);
  addParts(*makeLine(this, 6), {objective_, may_change});
  connect(objective_, &QComboBox::activated, this, [this] {
    Requirements wanted = choice_.wanted();
    wanted.objective = static_cast<Objective>(objective_->currentData().toInt());
    choice_.setWanted(wanted);
  });
}

void RequirementsBar::addSwitches(QMenu& menu) {
  for (const FreedomRow& row : freedom_rows()) {
    QAction* action = menu.addAction(toQt(row.title));
    action->setObjectName(u"mayChange."_s + toQt(row.name));
    action->setToolTip(toQt(row.meaning));
    action->setCheckable(true);
    action->setChecked(choice_.wanted().freedom.*row.member);
    connect(action, &QAction::triggered, this, [this, member = row.member](bool may) {
      Requirements wanted = choice_.wanted();
      wanted.freedom.*member = may;
      choice_.setWanted(wanted);
    });
  }
}

}  // namespace zp
