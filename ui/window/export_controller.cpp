// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/export_controller.h"

#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QWidget>
#include <algorithm>

#include "core/evaluate/export_check.h"
#include "core/export/flavours.h"
#include "core/export/open_values.h"
#include "core/export/startable.h"
#include "core/plan_file/plan_file.h"
#include "core/report/markdown.h"
#include "core/report/text.h"
#include "core/text/text_file.h"
#include "core/text/text_files.h"
#include "ui/charts/chart.h"
#include "ui/model/dialogs.h"
#include "ui/model/plan_model.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/results/strategy_table.h"
#include "ui/results/view_window.h"
#include "ui/window/export_dialog.h"
#include "ui/window/file_names.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString exportedText(const QString& path) {
  return ExportController::tr("Exported %1").arg(QDir::toNativeSeparators(path));
}

/// Returns the name of the file that the Config view shows.
QString configName(const PlanModel& model) {
  return toQt(config_file_name(model.results().evaluation.document.plan));
}

constexpr double charts_scale = 2;  // of PNG files

/// Returns "mine-memory-per-gpu-by-strategy.png" for "mine.png" and that chart.
QString nameOfChart(const QFileInfo& file, const Chart& chart) {
  static const QRegularExpression no_word(u"[^a-z0-9]+"_s);
  return file.completeBaseName() + u'-' + chart.accessibleName().toLower().replace(no_word, u"-"_s) + u'.' +
         file.suffix();
}

}  // namespace

ExportController::ExportController(PlanModel& model, Settings& settings, std::function<Chart&()> chart,
                                   std::function<std::vector<Chart*>()> charts, QWidget& window)
    : QObject(&window),
      model_(model),
      settings_(settings),
      chart_(std::move(chart)),
      charts_(std::move(charts)),
      window_(window) {}

bool ExportController::hasSomething() {
  if (!model_.results().has_numbers)
    emit failed(tr("There is nothing to export yet: the plan has an error that the list of issues names."));
  return model_.results().has_numbers;
}

bool ExportController::isTaken() {
  if (!hasSomething()) return false;
  const PlanResults& results = model_.results();
  for (const std::vector<Finding>& findings :
       {results.evaluation.findings, check_of_export(results.evaluation)})
    for (const Finding& finding : findings)
      if (finding.severity == Severity::refused) {
        emit failed(tr("Nothing was exported, because DeepSpeed would refuse the file. %1")
                        .arg(toQt(sentence_of(finding))));
        return false;
      }
  return true;
}

/// Warns if the present plan cannot be estimated, or if a run would fail. Exporting is allowed anyway,
/// because the user may still be working on the plan.
void ExportController::doubt(const QString& done) {
  const PlanResults& results = model_.results();
  if (results.stale)
    emit doubted(tr("%1, as the plan was before the error that the list of issues names.").arg(done));
  else if (const auto stop =
               std::ranges::find(results.evaluation.findings, Severity::fails_later, &Finding::severity);
           stop != results.evaluation.findings.end())
    emit doubted(tr("%1, but a run would fail. %2").arg(done, toQt(stop->message)));
}

QString ExportController::ask(const QString& title, const QString& ending, const QString& filter) {
  QString proposed = proposedPath(model_, settings_, ending, FolderOf::exports);
  if (!ending.startsWith(u'.')) proposed = QFileInfo(proposed).dir().filePath(ending);
  QString path = dialogs::saveFile(&window_, title, proposed, filter);
  if (!path.isEmpty()) settings_.setLastFolder(QFileInfo(path).absolutePath(), FolderOf::exports);
  return path;
}

bool ExportController::writeText(const QString& path, const std::string& text) {
  try {
    write_text_file(toStd(path), text);
  } catch (const FileError& error) {
    emit failed(toQt(error.what()));
    return false;
  }
  emit done(exportedText(path), QFileInfo(path).absolutePath());
  return true;
}

void ExportController::exportConfig() {
  if (!isTaken()) return;
  const QString name = configName(model_);
  const bool is_json = name.endsWith(u".json"_s);
  const QString path =
      ask(tr("Export %1").arg(name), name,
          is_json ? tr("DeepSpeed configuration (*.json)") : tr("accelerate's file (*.yaml)"));
  if (!path.isEmpty() && writeText(path, ds_config(model_.results().evaluation.document)))
    doubt(exportedText(path));
}

void ExportController::exportBundle() { writeFolder(export_flavours().front()); }

void ExportController::showProgram(const ExportFlavour& flavour) {
  if (!hasSomething()) return;
  if (dialog_ == nullptr) {
    dialog_ = new ExportDialog(model_, &window_);
    connect(dialog_, &ExportDialog::writeRequested, this, [this] { writeFolder(dialog_->flavour()); });
  }
  dialog_->choose(flavour);
  raiseWindow(*dialog_);
}

void ExportController::writeFolder(const ExportFlavour& flavour) {
  if (!isTaken()) return;
  const std::string reason = reason_not_started(flavour, model_.results().evaluation.document.plan);
  if (!reason.empty()) return emit failed(toQt(reason) + tr(" Nothing was exported."));
  const QString folder =
      dialogs::chooseFolder(&window_, tr("Export everything for %1").arg(toQt(flavour.title)),
                            settings_.lastFolder(FolderOf::exports));
  if (folder.isEmpty()) return;
  const ProgramExport made = flavour.write(model_.results().evaluation.document);
  std::vector<ExportFile> files = made.files;
  files.push_back({"report.md", report_markdown(evaluate(made.document), made)});
  QStringList present;
  for (const ExportFile& file : files)
    if (QFileInfo::exists(QDir(folder).filePath(toQt(file.name)))) present << toQt(file.name);
  if (!present.isEmpty() && !dialogs::askReplace(&window_, QDir::toNativeSeparators(folder), present)) return;
  try {
    write_text_files(toStd(folder), files);
  } catch (const FileError& error) {
    emit failed(toQt(error.what()));
    return;
  }
  settings_.setLastFolder(folder, FolderOf::exports);
  QString sentence = tr("Exported %n file(s) to %1", nullptr, static_cast<int>(files.size()))
                         .arg(QDir::toNativeSeparators(folder));
  if (!open_values(made.document, files).empty()) sentence += tr("; report.md says what is yours to fill in");
  sentence += tr(". Start it with %1").arg(toQt(made.start.substr(0, made.start.find('\n'))));
  emit done(sentence, folder);
  doubt(sentence);
}

void ExportController::exportTable() {
  if (!hasSomething()) return;
  const QString path =
      ask(tr("Export table"), u".csv"_s, tr("CSV, in bytes (*.csv);;Markdown, in GiB (*.md)"));
  if (path.isEmpty()) return;
  const bool markdown = path.endsWith(u".md", Qt::CaseInsensitive);
  writeText(path, toStd(markdown ? strategyMarkdown(model_.results()) : strategyCsv(model_.results())));
}

void ExportController::exportChart(const QString& suffix, double scale) {
  if (hasSomething()) saveChart(chart_(), suffix, scale);
}

void ExportController::saveChart(Chart& chart, const QString& suffix, double scale) {
  const QString path =
      ask(tr("Export chart"), u'.' + suffix, tr("Pictures, or figures (*.png *.svg *.pdf *.csv)"));
  if (path.isEmpty()) return;
  const QString problem = chart.exportTo(path, scale);
  if (!problem.isEmpty()) {
    emit failed(problem);
    return;
  }
  emit done(exportedText(path), QFileInfo(path).absolutePath());
}

void ExportController::exportCharts() {
  if (!hasSomething()) return;
  const QString path = ask(tr("Export all charts of this view: each adds its title to the name"), u".png"_s,
                           tr("Pictures, or figures (*.png *.svg *.pdf *.csv)"));
  if (path.isEmpty()) return;
  const QFileInfo file(path);
  const std::vector<Chart*> charts = charts_();
  QStringList present;
  for (const Chart* chart : charts)
    if (const QString name = nameOfChart(file, *chart); file.dir().exists(name)) present << name;
  const QString folder = file.absolutePath();
  if (!present.isEmpty() && !dialogs::askReplace(&window_, QDir::toNativeSeparators(folder), present)) return;
  for (const Chart* chart : charts)
    if (const QString problem = chart->exportTo(file.dir().filePath(nameOfChart(file, *chart)), charts_scale);
        !problem.isEmpty())
      return emit failed(nameOfChart(file, *chart) + u": " + problem);
  emit done(tr("Exported %n chart(s) to %1", nullptr, static_cast<int>(charts.size()))
                .arg(QDir::toNativeSeparators(folder)),
            folder);
}

void ExportController::copy(const QString& text, const QString& what) {
  const QString sentence = tr("Copied %1").arg(what);
  QGuiApplication::clipboard()->setText(text);
  emit done(sentence, {});
  doubt(sentence);
}

void ExportController::copyConfig() {
  if (!isTaken()) return;
  copy(toQt(ds_config(model_.results().evaluation.document)), configName(model_));
}

void ExportController::copyLaunchCommand() {
  if (!isTaken()) return;
  copy(toQt(launch_command(model_.results().evaluation.document)), tr("the launch command"));
}

void ExportController::copySummary() {
  if (hasSomething()) copy(toQt(summary_text(model_.results().evaluation)), tr("the summary and the link"));
}

void ExportController::copyChart() {
  if (!hasSomething()) return;
  chart_().copyPicture();
  emit done(tr("Copied the chart"), {});
}

void ExportController::copyFigures() {
  if (!hasSomething()) return;
  chart_().copyData();
  emit done(tr("Copied the chart's figures"), {});
}

}  // namespace zp
