// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <vector>

namespace zp {

class Chart;
class ExportDialog;
class PlanModel;
class Settings;
struct ExportFlavour;

/// The export of everything but the plan file itself: to files and to the clipboard. Exports are of the last
/// plan that could be estimated, which is what the window shows.
class ExportController : public QObject {
  Q_OBJECT

 public:
  /// `chart` returns the chart in front, ready for export, and `charts` all those of its view.
  ExportController(PlanModel& model, Settings& settings, std::function<Chart&()> chart,
                   std::function<std::vector<Chart*>()> charts, QWidget& window);

  void exportConfig();  ///< ds_config.json alone
  void exportBundle();  ///< a folder with everything a launch needs, and report.md
  /// Shows the files for that program, which can be changed in the dialog; the dialog writes them.
  void showProgram(const ExportFlavour& flavour);
  void exportTable();  ///< CSV or Markdown, by the ending chosen
  /// Writes PNG at that scale, SVG or PDF, by the ending chosen.
  void exportChart(const QString& suffix, double scale);
  /// Asks for a name and writes all charts of the view in front, each to a file of that name and its own;
  /// asks before it replaces one.
  void exportCharts();
  /// Asks for a file and writes that chart to it.
  void saveChart(Chart& chart, const QString& suffix, double scale);
  void copyConfig();
  void copyLaunchCommand();
  /// Copies the answer in a few lines, with a link that brings this plan back.
  void copySummary();
  void copyChart();
  void copyFigures();  ///< of the chart in front, as cells for a spreadsheet

 signals:
  void failed(const QString& sentence);
  /// `folder`: where the file lies, "" for the clipboard.
  void done(const QString& sentence, const QString& folder);
  /// Something was exported, and a run of it would fail: both are in the sentence.
  void doubted(const QString& sentence);

 private:
  /// Returns false, and says so, if no plan could be estimated yet.
  [[nodiscard]] bool hasSomething();
  /// Returns true if there is something to export and DeepSpeed accepts the ds_config.json; else
  /// says why not.
  [[nodiscard]] bool isTaken();
  [[nodiscard]] QString ask(const QString& title, const QString& ending, const QString& filter);
  /// Warns if a run of what was exported would fail; `done` is the sentence that was shown about the export.
  void doubt(const QString& done);
  /// Returns false, and says so, if writing fails.
  bool writeText(const QString& path, const std::string& text);
  void copy(const QString& text, const QString& what);
  /// Asks for a folder and writes all files of the flavour and report.md to it.
  void writeFolder(const ExportFlavour& flavour);

  PlanModel& model_;
  Settings& settings_;
  std::function<Chart&()> chart_;
  std::function<std::vector<Chart*>()> charts_;
  QWidget& window_;
  ExportDialog* dialog_ = nullptr;
};

}  // namespace zp
