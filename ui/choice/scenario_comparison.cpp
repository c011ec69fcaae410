// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choice/scenario_comparison.h"

#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include "core/plan/changed_keys.h"
#include "core/report/key_words.h"
#include "core/rules/check_plan.h"
#include "core/units/format.h"
#include "ui/choice/config_comparison.h"
#include "ui/choice/plan_bars.h"
#include "ui/model/memory_parts.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/results/plain_table.h"
#include "ui/results/table_copy.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int bars_share = 4, settings_share = 4, configs_share = 3;

struct ScenarioFigure {
  const char* title;
  QString (*text)(const Figures& figures);
};

QString timed(const Figures& figures, const std::string& text) {
  return figures.time.is_known ? toQt(text) : u"–"_s;
}

constexpr ScenarioFigure scenario_figures[] = {
    {QT_TRANSLATE_NOOP("QObject", "Verdict"),
     [](const Figures& f) -> QString {
       const QString lack = lackText(f.estimate);
       const QString word = f.estimate.fits() ? QObject::tr("fits") : QObject::tr("does not fit");
       return glyphOf(verdictOf(f.estimate)) + u' ' + (lack.isEmpty() ? word : word + u", "_s + lack);
     }},
    {QT_TRANSLATE_NOOP("QObject", "GPU, at the peak"),
     [](const Figures& f) { return toQt(format_bytes(f.estimate.gpu.peak)); }},
    {QT_TRANSLATE_NOOP("QObject", "Host per node"),
     [](const Figures& f) { return toQt(format_bytes(f.estimate.cpu.needed_per_node())); }},
    {QT_TRANSLATE_NOOP("QObject", "NVMe per node"),
     [](const Figures& f) { return toQt(format_bytes(f.estimate.nvme.per_node)); }},
    {QT_TRANSLATE_NOOP("QObject", "Step time"),
     [](const Figures& f) { return timed(f, format_seconds(f.time.total)); }},
    {QT_TRANSLATE_NOOP("QObject", "Throughput"),
     [](const Figures& f) { return timed(f, format_per_s(f.throughput.tokens_per_s, "tokens")); }},
};

/// What a plan comes to; nothing where no estimate can be made of it.
std::optional<Figures> figuresOf(const Scenario& scenario) {
  if (!is_usable(scenario.document.plan)) return std::nullopt;
  return figures_of(scenario.document.plan);
}

PlainCell scenarioCell(const QString& text, bool is_value) {
  PlainCell cell;
  cell.text = text;
  cell.is_number = is_value;
  return cell;
}

PlainRow scenarioRow(const QString& title) {
  PlainRow row;
  row.cells.push_back(scenarioCell(title, false));
  return row;
}

/// A column a scenario, a row a figure and a row a setting that any of them has otherwise.
PlainTableData tableOf(const Scenarios& scenarios) {
  PlainTableData table;
  table.header.push_back(scenarioCell(QObject::tr("Setting"), false));
  for (const Scenario& scenario : scenarios.all)
    table.header.push_back(scenarioCell(toQt(scenario.name), true));
  for (const ScenarioFigure& figure : scenario_figures) {
    table.rows.push_back(scenarioRow(QObject::tr(figure.title)));
    for (const Scenario& scenario : scenarios.all) {
      const std::optional<Figures> figures = figuresOf(scenario);
      table.rows.back().cells.push_back(scenarioCell(figures ? figure.text(*figures) : u"–"_s, true));
    }
  }
  std::vector<std::vector<DifferingKey>> differing;       // of each from the first
  std::vector<std::pair<std::string, std::string>> keys;  // and its value in the first
  for (const Scenario& scenario : scenarios.all) {
    differing.push_back(differing_keys(scenarios.all.front().document, scenario.document));
    for (const DifferingKey& key : differing.back())
      if (std::ranges::find(keys, key.path, &std::pair<std::string, std::string>::first) == keys.end())
        keys.emplace_back(key.path, key.before);
  }
  for (const auto& [path, first] : keys) {
    table.rows.push_back(scenarioRow(toQt(path)));
    for (const std::vector<DifferingKey>& one : differing) {
      const auto own = std::ranges::find(one, path, &DifferingKey::path);
      const std::string& value = own == one.end() ? first : own->after;
      table.rows.back().cells.push_back(scenarioCell(toQt(value_of_key(path, value)), true));
    }
  }
  return table;
}

}  // namespace

ScenarioComparison::ScenarioComparison(PlanModel& model, QWidget* parent)
    : PlanView(model, u"scenarioComparison"_s, parent),
      chart_(new MemoryChart),
      table_(new PlainTable(this)),
      configs_(new QTextBrowser),
      none_(new QLabel(tr("This plan has no scenarios: Plan ▸ Scenarios ▸ Add makes one of it."))) {
  chart_->setObjectName(u"scenarioComparison.chart"_s);
  chart_->setAccessibleName(tr("Scenarios side by side"));
  none_->setObjectName(u"scenarioComparison.none"_s);
  none_->setAlignment(Qt::AlignCenter);
  none_->setWordWrap(true);
  auto* table = new QTableView;
  table->setObjectName(u"scenarioComparison.table"_s);
  table->setAccessibleName(tr("Figures of each scenario, and the settings that differ"));
  table->setModel(table_);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setFrameShape(QFrame::NoFrame);
  table->setFont(tabularFont(font()));
  table->setShowGrid(false);
  table->verticalHeader()->hide();
  table->horizontalHeader()->setHighlightSections(false);
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table->setTabKeyNavigation(false);
  makeCopyable(*table);
  configs_->setObjectName(u"scenarioComparison.configs"_s);
  configs_->setAccessibleName(tr("What differs in ds_config.json"));
  configs_->setFrameShape(QFrame::NoFrame);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->setObjectName(u"scenarioComparison.parts"_s);
  parts->setChildrenCollapsible(false);
  parts->addWidget(chart_);
  parts->addWidget(table);
  parts->addWidget(configs_);
  parts->setSizes({bars_share * 1000, settings_share * 1000, configs_share * 1000});
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(none_);
  column->addWidget(parts, 1);
  connect(chart_, &MemoryChart::activated, this, [this](int row) {
    const Scenarios scenarios = scenarios_of(model_.document());
    if (row >= 0 && row < static_cast<int>(scenarios.all.size()))
      emit switchRequested(toQt(scenarios.all[static_cast<std::size_t>(row)].name));
  });
}

void ScenarioComparison::fill() {
  const Scenarios scenarios = scenarios_of(model_.document());
  none_->setVisible(scenarios.empty());
  chart_->parentWidget()->setVisible(!scenarios.empty());
  if (scenarios.empty()) return;
  fillBars(scenarios);
  table_->setContents(tableOf(scenarios));
  fillConfigs(scenarios);
}

void ScenarioComparison::fillBars(const Scenarios& scenarios) {
  const PlanResults& present = model_.results();
  MemoryChartData bars = planBars(present, tr("Scenarios side by side"));
  for (std::size_t i = 0; i < scenarios.all.size(); ++i) {
    const QString name = toQt(scenarios.all[i].name);
    MemoryRow row;
    if (const std::optional<Figures> figures = figuresOf(scenarios.all[i]))
      row = planBar(name, *figures, present);
    else
      row.label = name, row.verdict = Verdict::none, row.totalText = tr("cannot be estimated");
    row.selected = i == scenarios.present;
    bars.rows.push_back(std::move(row));
  }
  chart_->setData(bars);
}

void ScenarioComparison::fillConfigs(const Scenarios& scenarios) {
  std::vector<NamedPlan> others;
  for (std::size_t i = 0; i < scenarios.all.size(); ++i)
    if (i != scenarios.present) others.push_back({toQt(scenarios.all[i].name), scenarios.all[i].document});
  configs_->setHtml(configComparisonHtml(scenarios.all[scenarios.present].document, others));
}

}  // namespace zp
