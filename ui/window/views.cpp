// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/views.h"

#include <QMenu>
#include <algorithm>
#include <iterator>
#include <type_traits>

#include "ui/charts/chart.h"
#include "ui/choice/choice_view.h"
#include "ui/config/config_pages.h"
#include "ui/config/config_view.h"
#include "ui/config/file_view.h"
#include "ui/fields/input_panel.h"
#include "ui/hardware/hardware_view.h"
#include "ui/measured/measured_view.h"
#include "ui/memory/memory_view.h"
#include "ui/model/action_registry.h"
#include "ui/model/opened_config.h"
#include "ui/model/text.h"
#include "ui/results/others_view.h"
#include "ui/results/table_view.h"
#include "ui/results/verdict_strip.h"
#include "ui/speed/scaling_view.h"
#include "ui/speed/speed_view.h"
#include "ui/window/export_controller.h"
#include "ui/window/file_controller.h"
#include "ui/window/run_controller.h"
#include "ui/window/undo_switch.h"
#include "ui/window/view_tabs.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// Connects the requests that every view of the plan may emit to the window.
template <class View>
View* tied(const ViewParts& parts, View* view) {
  QObject::connect(
      view, &PlanView::settingRequested, &parts.inputs,
      [&inputs = parts.inputs](const QString& plan_path) { inputs.showField(toStd(plan_path)); });
  if constexpr (std::is_base_of_v<ChartView, View>) {
    QObject::connect(view, &ChartView::saveRequested, &parts.exports, &ExportController::exportChart);
    const QList<Chart*> charts = view->template findChildren<Chart*>();
    for (const Chart* chart : charts)
      if (charts.size() > 1)
        QObject::connect(
            chart, &Chart::menuRequested, view,
            [all = parts.actions.find(u"export.charts"_s)](QMenu* menu) { menu->addAction(all); });
  }
  return view;
}

auto bringToFront(const ViewParts& parts, int index) {
  return [&tabs = parts.tabs, index] { tabs.bringToFront(tabs.viewAt(index)); };
}

/// Adds an action that shows the view together with one of its hideable parts, or hides that part if it is
/// visible.
template <class View>
QAction* addSwitch(const ViewParts& parts, View* view, const QString& id, const QString& text,
                   const QList<QKeySequence>& keys, bool (View::*is_shown)() const, void (View::*set)(bool),
                   void (View::*changed)(bool)) {
  QAction* action = parts.actions.add(view_section, id, text, keys, [=, &tabs = parts.tabs] {
    const bool in_sight = tabs.isInFront(view) && (view->*is_shown)();
    tabs.bringToFront(view);
    (view->*set)(!in_sight);
  });
  action->setCheckable(true);
  action->setChecked((view->*is_shown)());
  QObject::connect(view, changed, action, &QAction::setChecked);
  return action;
}

QWidget* makeMemory(const ViewParts& parts) {
  auto* view = tied(parts, new MemoryView(parts.model, parts.settings, parts.run));
  QObject::connect(&parts.verdict, &VerdictStrip::explainRequested, view, [parts, view](Place place) {
    parts.tabs.bringToFront(view);
    view->explain(place);
  });
  QObject::connect(view, &MemoryView::configRequested, &parts.tabs,
                   [&tabs = parts.tabs](const QString& path) { showConfigLine(tabs, path); });
  addSwitch(parts, view, u"view.step"_s, QObject::tr("Memory over one &step"), {}, &MemoryView::isStepShown,
            &MemoryView::setStepShown, &MemoryView::stepShownChanged);
  addSwitch(parts, view, u"view.explanation"_s, QObject::tr("&Explanation"), {QKeySequence(u"Ctrl+I"_s)},
            &MemoryView::isExplanationShown, &MemoryView::setExplanationShown,
            &MemoryView::explanationShownChanged);
  return view;
}

QWidget* makeSpeed(const ViewParts& parts) {
  return tied(parts, new SpeedView(parts.model, parts.settings, parts.run));
}

void leadToSpeed(const ViewParts& parts, int index) {
  QObject::connect(&parts.verdict, &VerdictStrip::speedRequested, &parts.tabs, bringToFront(parts, index));
}

QWidget* makeScaling(const ViewParts& parts) {
  return tied(parts, new ScalingView(parts.model, parts.settings));
}

QWidget* makeChoice(const ViewParts& parts) { return tied(parts, new ChoiceView(parts.model, parts.choice)); }

void leadToChoice(const ViewParts& parts, int index) {
  QObject::connect(&parts.verdict, &VerdictStrip::whyRequested, &parts.tabs, bringToFront(parts, index));
}

QWidget* makeHardware(const ViewParts& parts) {
  auto* view = tied(parts, new HardwareView(parts.model, parts.choice));
  QObject::connect(view, &HardwareView::comparisonRequested, &parts.tabs,
                   [&actions = parts.actions] { actions.find(u"scenario.compare"_s)->trigger(); });
  return view;
}

QWidget* makeTable(const ViewParts& parts) {
  auto* view = tied(parts, new TableView(parts.model));
  QObject::connect(view, &TableView::exportRequested, &parts.exports, &ExportController::exportTable);
  return view;
}

QWidget* makeConfig(const ViewParts& parts) {
  auto* view = new ConfigPages(parts.model, parts.opened);
  const ConfigView* plan = tied(parts, view->planPage());
  QObject::connect(plan, &ConfigView::copyRequested, &parts.exports, &ExportController::copyConfig);
  QObject::connect(plan, &ConfigView::exportRequested, &parts.exports, &ExportController::exportConfig);
  QObject::connect(view, &ConfigPages::copyRequested, &parts.files, &FileController::copyConfig);
  QObject::connect(view, &ConfigPages::saveRequested, &parts.files, &FileController::saveConfig);
  QObject::connect(view, &ConfigPages::saveAsRequested, &parts.files, &FileController::saveConfigAs);
  QObject::connect(view, &ConfigPages::closeRequested, &parts.files, &FileController::closeConfig);
  QObject::connect(view->filePage(), &FileView::readRequested, &parts.files, &FileController::readConfig);
  parts.histories.setFilePages(*view);
  return view;
}

void leadToConfig(const ViewParts& parts, int index) {
  QObject::connect(&parts.files, &FileController::configOpened, &parts.tabs, bringToFront(parts, index));
  QAction* next =
      parts.actions.add(view_section, u"view.nextProblem"_s, QObject::tr("Next &problem of the opened file"),
                        {QKeySequence(u"F8"_s)}, [parts, index] {
                          auto* view = static_cast<ConfigPages*>(parts.tabs.viewAt(index));
                          parts.tabs.bringToFront(view);
                          view->showFile();
                          view->filePage()->goToNextProblem();
                        });
  next->setEnabled(false);
  QObject::connect(&parts.opened, &OpenedConfig::opened, next, [next] { next->setEnabled(true); });
  QObject::connect(&parts.opened, &OpenedConfig::closed, next, [next] { next->setEnabled(false); });
}

QWidget* makeOthers(const ViewParts& parts) { return tied(parts, new OthersView(parts.model)); }

QWidget* makeMeasured(const ViewParts& parts) {
  auto* view = tied(parts, new MeasuredView(parts.model, parts.run));
  QObject::connect(view, &MeasuredView::openRequested, &parts.runs, &RunController::openWithDialog);
  QObject::connect(view, &MeasuredView::pasteRequested, parts.actions.find(u"edit.pasteLog"_s),
                   &QAction::trigger);
  QObject::connect(view, &MeasuredView::saveProfileRequested, &parts.runs, &RunController::saveProfile);
  QObject::connect(view, &MeasuredView::openProfileRequested, &parts.runs, &RunController::openProfile);
  return view;
}

void leadToMeasured(const ViewParts& parts, int index) {
  QObject::connect(&parts.runs, &RunController::opened, &parts.tabs, bringToFront(parts, index));
}

constexpr ViewRow rows[] = {
    {"memory"_L1, QT_TRANSLATE_NOOP("QObject", "Memory"), makeMemory},
    {"speed"_L1, QT_TRANSLATE_NOOP("QObject", "Speed"), makeSpeed, leadToSpeed},
    {"scaling"_L1, QT_TRANSLATE_NOOP("QObject", "Scaling"), makeScaling},
    {"choice"_L1, QT_TRANSLATE_NOOP("QObject", "Choice"), makeChoice, leadToChoice},
    {"hardware"_L1, QT_TRANSLATE_NOOP("QObject", "Hardware"), makeHardware},
    {"table"_L1, QT_TRANSLATE_NOOP("QObject", "Table"), makeTable},
    {"config"_L1, QT_TRANSLATE_NOOP("QObject", "ds_config.json"), makeConfig, leadToConfig},
    {"others"_L1, QT_TRANSLATE_NOOP("QObject", "Other estimators"), makeOthers},
    {"measured"_L1, QT_TRANSLATE_NOOP("QObject", "Measured"), makeMeasured, leadToMeasured},
};

}  // namespace

std::span<const ViewRow> views() { return rows; }

void showConfigLine(ViewTabs& tabs, const QString& config_path) {
  const auto row = std::ranges::find(rows, "config"_L1, &ViewRow::id);
  auto* pages = static_cast<ConfigPages*>(tabs.viewAt(static_cast<int>(row - std::begin(rows))));
  tabs.bringToFront(pages);
  pages->showPlan();
  pages->planPage()->showKey(config_path);
}

}  // namespace zp
