// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choice/scenario_comparison.h"

#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <algorithm>

#include "core/evaluate/plan_sweep.h"
#include "core/plan_file/plan_keys.h"
#include "core/report/key_words.h"
#include "core/report/words.h"
#include "core/speed/throughput.h"
#include "core/speed/whole_run.h"
#include "core/units/format.h"
#include "ui/choice/config_comparison.h"
#include "ui/choice/plan_bars.h"
#include "ui/model/memory_parts.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/results/plain_table.h"
#include "ui/results/table_copy.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int widest_column = 260;
constexpr int bars_share = 4, settings_share = 4, configs_share = 3;

/// A row of the table, and a predicate for plans that have that figure.
struct ScenarioFigure {
  const char* title;
  QString (*text)(const Figures& figures);
  bool (*is_told)(const Figures& figures);
};

/// A row of the table about the whole run with the token budget, and a predicate for runs with that figure.
struct ScenarioRunFigure {
  const char* title;
  QString (*text)(const WholeRun& run);
  bool (*is_told)(const WholeRun& run);
};

constexpr ScenarioRunFigure run_figures[] = {
    {QT_TRANSLATE_NOOP("QObject", "Whole run"),
     [](const WholeRun& run) { return toQt(format_seconds(run.wall_hours * seconds_per_hour)); },
     [](const WholeRun& run) { return run.progresses(); }},
    {QT_TRANSLATE_NOOP("QObject", "Cost, USD"),
     [](const WholeRun& run) { return toQt(format_number(run.cost, 3)); },
     [](const WholeRun& run) { return run.progresses() && run.cost > 0; }},
};

WholeRun runOf(const Scenario& scenario, const PlanSweepRow& row) {
  const bool is_timed = row.figures && row.figures->time.is_known;
  return is_timed ? whole_run(scenario.document.plan, row.figures->time) : WholeRun();
}

bool isTimed(const Figures& figures) { return figures.time.is_known; }

QString verdictText(const Figures& figures) {
  const MemoryEstimate& estimate = figures.estimate;
  const QString lack = lackText(estimate);
  const QString word = estimate.fits() ? QObject::tr("fits") : QObject::tr("does not fit");
  const QString unit = estimate.fits() ? QString() : u" GiB"_s;
  return glyphOf(verdictOf(estimate)) + u' ' + (lack.isEmpty() ? word : word + u", "_s + lack + unit);
}

constexpr ScenarioFigure scenario_figures[] = {
    {QT_TRANSLATE_NOOP("QObject", "Verdict"), verdictText, [](const Figures&) { return true; }},
    {QT_TRANSLATE_NOOP("QObject", "GPU, at the peak"),
     [](const Figures& f) { return toQt(format_bytes(f.estimate.gpu.peak)); },
     [](const Figures&) { return true; }},
    {QT_TRANSLATE_NOOP("QObject", "Host per node"),
     [](const Figures& f) { return toQt(format_bytes(f.estimate.cpu.needed_per_node())); },
     [](const Figures& f) { return f.estimate.cpu.needed_per_node() > Bytes(0); }},
    {QT_TRANSLATE_NOOP("QObject", "NVMe per node"),
     [](const Figures& f) { return toQt(format_bytes(f.estimate.nvme.per_node)); },
     [](const Figures& f) { return f.estimate.nvme.per_node > Bytes(0); }},
    {QT_TRANSLATE_NOOP("QObject", "Step time"),
     [](const Figures& f) { return toQt(format_seconds(f.time.total)); }, isTimed},
    {QT_TRANSLATE_NOOP("QObject", "Throughput"),
     [](const Figures& f) { return toQt(format_per_s(f.throughput.tokens_per_s, "tokens")); }, isTimed},
};

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

/// Adds a row for each figure that at least one scenario has.
void addFigures(PlainTableData& table, const std::vector<PlanSweepRow>& scenarios) {
  for (const ScenarioFigure& figure : scenario_figures) {
    const auto is_told = [&figure](const PlanSweepRow& one) {
      return one.figures && figure.is_told(*one.figures);
    };
    if (std::ranges::none_of(scenarios, is_told)) continue;
    table.rows.push_back(scenarioRow(QObject::tr(figure.title)));
    for (const PlanSweepRow& one : scenarios)
      table.rows.back().cells.push_back(
          scenarioCell(is_told(one) ? figure.text(*one.figures) : u"–"_s, true));
  }
}

/// Adds hours and cost of each whole run, if any scenario has them.
void addRuns(PlainTableData& table, const Scenarios& scenarios, const std::vector<PlanSweepRow>& rows) {
  std::vector<WholeRun> runs;
  for (std::size_t i = 0; i < rows.size(); ++i)
    runs.push_back(runOf(scenarios.all[i], rows[i]));
  for (const ScenarioRunFigure& figure : run_figures) {
    if (std::ranges::none_of(runs, figure.is_told)) continue;
    table.rows.push_back(scenarioRow(QObject::tr(figure.title)));
    for (const WholeRun& run : runs)
      table.rows.back().cells.push_back(scenarioCell(figure.is_told(run) ? figure.text(run) : u"–"_s, true));
  }
}

/// Returns a scenario's value of a setting in words. `json_text` is null where the plan leaves it open: then
/// the value that the plan has counts, and a preset has its name.
QString settingText(const Scenario& scenario, const std::string& path, const std::string& json_text) {
  const Plan& plan = scenario.document.plan;
  if (path == "cluster.gpu.preset" && plan.cluster.gpu.preset) return toQt(gpu_name(plan));
  if (path == "model.preset" && plan.model.preset) return toQt(model_name(plan));
  const PlanKey* key = find_plan_key(path);
  if (json_text == "null" && key != nullptr && key->is_plain()) return toQt(value_text(key->value(plan)));
  return toQt(value_of_key(path, json_text));
}

/// Adds a row for each setting in which a scenario differs from the first.
void addSettings(PlainTableData& table, const Scenarios& scenarios) {
  for (const DifferingSetting& setting : differing_settings(scenarios)) {
    table.rows.push_back(scenarioRow(toQt(title_of_key(setting.path))));
    for (std::size_t i = 0; i < scenarios.all.size(); ++i)
      table.rows.back().cells.push_back(
          scenarioCell(settingText(scenarios.all[i], setting.path, setting.values[i]), true));
  }
}

/// Returns the table, with a column for each scenario.
PlainTableData tableOf(const Scenarios& scenarios, const std::vector<PlanSweepRow>& rows) {
  PlainTableData table;
  table.header.push_back(scenarioCell(QObject::tr("Setting"), false));
  for (const Scenario& scenario : scenarios.all)
    table.header.push_back(scenarioCell(toQt(scenario.name), true));
  addFigures(table, rows);
  addRuns(table, scenarios, rows);
  addSettings(table, scenarios);
  return table;
}

/// Returns hours and cost of a scenario's run: ", 9.6 h, 214".
QString runText(const WholeRun& run) {
  QString text;
  for (const ScenarioRunFigure& figure : run_figures)
    if (figure.is_told(run)) text += u", "_s + figure.text(run);
  return text;
}

MemoryChartData barsOf(const Scenarios& scenarios, const std::vector<PlanSweepRow>& rows,
                       const PlanResults& present) {
  MemoryChartData bars = planBars(present, QObject::tr("Scenarios side by side"));
  bars.capacityGib = 0;  // each row has its own GPU's capacity
  bars.capacityText.clear();
  for (std::size_t i = 0; i < scenarios.all.size(); ++i) {
    const QString name = toQt(scenarios.all[i].name);
    bars.rows.push_back(rows[i].figures ? planBar(name, *rows[i].figures, present) : missingPlanBar(name));
    MemoryRow& bar = bars.rows.back();
    bar.selected = i == scenarios.present;
    if (!rows[i].figures) continue;
    bar.capacityGib = to_gib(rows[i].figures->estimate.gpu.capacity);
    bar.totalText += runText(runOf(scenarios.all[i], rows[i]));
  }
  return bars;
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
  QTableView* table = makeReadOnlyTable(table_, u"scenarioComparison.table"_s,
                                        tr("Figures of each scenario, and the settings that differ"));
  table->setShowGrid(false);
  table->horizontalHeader()->setMaximumSectionSize(widest_column);  // long values are complete in the tip
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
  addParts(*makeColumn(this, -1), {none_, {parts, 1}});
  connect(chart_, &MemoryChart::activated, this, [this](int row) {
    const Scenarios scenarios = scenarios_of(model_.document(), model_.presets());
    if (row >= 0 && row < static_cast<int>(scenarios.all.size()))
      emit switchRequested(toQt(scenarios.all[static_cast<std::size_t>(row)].name));
  });
}

void ScenarioComparison::fill() {
  const Scenarios scenarios = scenarios_of(model_.document(), model_.presets());
  none_->setVisible(scenarios.empty());
  chart_->parentWidget()->setVisible(!scenarios.empty());
  if (scenarios.empty()) return;
  const std::vector<PlanSweepRow> rows = scenario_rows(scenarios);
  chart_->setData(barsOf(scenarios, rows, model_.results()));
  table_->setContents(tableOf(scenarios, rows));
  fillConfigs(scenarios);
}

void ScenarioComparison::fillConfigs(const Scenarios& scenarios) {
  std::vector<NamedPlan> others;
  for (std::size_t i = 0; i < scenarios.all.size(); ++i)
    if (i != scenarios.present) others.push_back({toQt(scenarios.all[i].name), scenarios.all[i].document});
  configs_->setHtml(configComparisonHtml(scenarios.all[scenarios.present].document, others));
}

}  // namespace zp
