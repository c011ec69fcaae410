// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/scenario_control.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

#include "core/plan_file/scenarios.h"
#include "ui/choice/scenario_comparison.h"
#include "ui/model/action_registry.h"
#include "ui/model/dialogs.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/results/view_window.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

const auto scenario_section = u"Plan"_s;
constexpr QSize comparison_window{900, 700};

QString shownName(const QString& name) { return QString(name).replace(u'&', u"&&"_s); }

}  // namespace

ScenarioControl::ScenarioControl(PlanModel& model, ActionRegistry& actions, QWidget& window)
    : QObject(&window), model_(model), window_(window), menu_(new QMenu(tr("S&cenarios"), &window)) {
  menu_->setObjectName(u"scenarioMenu"_s);
  const auto offer = [&](const QString& id, const QString& text, const QList<QKeySequence>& keys, auto run) {
    QAction* action = actions.add(scenario_section, u"scenario."_s + id, text, keys, run);
    of_menu_ << action;
    return action;
  };
  offer(u"add"_s, tr("&Add one of this plan…"), {}, [this] { add(); });
  need_scenarios_ << offer(u"rename"_s, tr("&Rename…"), {}, [this] { rename(); });
  need_scenarios_ << offer(u"remove"_s, tr("&Delete"), {}, [this] { remove(); });
  need_scenarios_ << offer(u"next"_s, tr("&Next scenario"), {QKeySequence(u"Ctrl+PgDown"_s)},
                           [this] { step(1); });
  need_scenarios_ << offer(u"previous"_s, tr("&Previous scenario"), {QKeySequence(u"Ctrl+PgUp"_s)},
                           [this] { step(-1); });
  need_scenarios_ << offer(u"compare"_s, tr("&Compare side by side…"), {}, [this] { compare(); });
  connect(menu_, &QMenu::aboutToShow, this, &ScenarioControl::fillMenu);
  connect(&model_, &PlanModel::changed, this, &ScenarioControl::refresh);
  refresh();
  fillMenu();
}

void ScenarioControl::refresh() {
  if (model_.document().text.unknown == known_ && !known_.empty())
    return;  // only the plan's own keys changed
  known_ = model_.document().text.unknown;
  QStringList names;
  attempt([&] {
    const Scenarios scenarios = scenarios_of(model_.document(), model_.presets());
    for (const Scenario& scenario : scenarios.all)
      names << toQt(scenario.name);
    present_ = static_cast<qsizetype>(scenarios.present);
  });
  names_ = names;
  for (QAction* action : need_scenarios_)
    action->setEnabled(!names_.isEmpty());
  emit changed();
}

void ScenarioControl::fillMenu() {
  menu_->clear();
  auto* group = new QActionGroup(menu_);
  for (qsizetype i = 0; i < names_.size(); ++i) {
    QAction* action =
        menu_->addAction(shownName(names_[i]), this, [this, name = names_[i]] { switchTo(name); });
    action->setCheckable(true);
    action->setChecked(i == present_);
    group->addAction(action);
  }
  if (!names_.isEmpty()) menu_->addSeparator();
  menu_->addActions(of_menu_);
}

void ScenarioControl::addButtonTo(QToolBar& bar) const {
  auto* button = new QToolButton;
  button->setObjectName(u"toolBar.scenario"_s);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setMenu(menu_);
  QAction* place = bar.addWidget(button);
  const auto refreshed = [this, button, place] {
    constexpr int widest = 150;
    button->setText(shownName(button->fontMetrics().elidedText(present(), Qt::ElideRight, widest)));
    button->setAccessibleName(tr("Scenario %1").arg(present()));
    button->setToolTip(tr("%1: which of the plans in this file is shown (Plan ▸ Scenarios)").arg(present()));
    place->setVisible(!names_.isEmpty());
  };
  refreshed();
  connect(this, &ScenarioControl::changed, button, refreshed);
}

template <class Change>
void ScenarioControl::attempt(const Change& change) {
  try {
    change();
  } catch (const FileError& error) {
    emit failed(toQt(error.what()));
  }
}

QString ScenarioControl::askName(const QString& title, const QString& proposal) {
  QString name = dialogs::askText(&window_, title, tr("Name"), proposal).trimmed();
  if (name.isEmpty() || name == present()) return {};
  const std::string problem =
      problem_with_name(scenarios_of(model_.document(), model_.presets()), toStd(name));
  if (problem.empty()) return name;
  emit failed(toQt(problem));
  return {};
}

void ScenarioControl::add() {
  attempt([this] {
    const Scenarios now = scenarios_of(model_.document(), model_.presets());
    const QString first = tr("Base");
    const QString wish = now.empty() ? tr("Scenario 2") : present();
    const QString name = askName(tr("Add a scenario"), toQt(now.free_name(toStd(wish))));
    if (name.isEmpty()) return;
    model_.proposeDocument(
        with_scenarios(with_copy(model_.document(), toStd(first), toStd(name), model_.presets())),
        {tr("Add scenario %1").arg(name)});
  });
}

void ScenarioControl::rename() {
  attempt([this] {
    const QString name = askName(tr("Rename the scenario"), present());
    if (name.isEmpty()) return;
    Scenarios scenarios = scenarios_of(model_.document(), model_.presets());
    scenarios.all[scenarios.present].name = toStd(name);
    model_.proposeDocument(with_scenarios(scenarios), {tr("Scenario"), present(), name});
  });
}

void ScenarioControl::remove() {
  attempt([this] {
    const Scenarios scenarios = scenarios_of(model_.document(), model_.presets());
    model_.proposeDocument(with_scenarios(without(scenarios, scenarios.present)),
                           {tr("Delete scenario %1").arg(present())});
  });
}

void ScenarioControl::step(int by) {
  if (!names_.isEmpty()) switchTo(names_[(present_ + by + names_.size()) % names_.size()]);
}

void ScenarioControl::switchTo(const QString& name) {
  attempt([this, &name] {
    Scenarios scenarios = scenarios_of(model_.document(), model_.presets());
    const std::size_t index = scenarios.index_of(toStd(name));
    if (index >= scenarios.all.size() || index == scenarios.present) return;
    scenarios.present = index;
    model_.proposeDocument(with_scenarios(scenarios), {tr("Scenario"), present(), name});
  });
}

void ScenarioControl::compare() {
  showViewWindow(u"scenarioDialog"_s, tr("Scenarios side by side"), comparison_window, &window_, [this] {
    auto* comparison = new ScenarioComparison(model_);
    connect(comparison, &ScenarioComparison::switchRequested, this, &ScenarioControl::switchTo);
    return comparison;
  });
}

}  // namespace zp
