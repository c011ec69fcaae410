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

/// Exports everything except the plan file, to files and the clipboard. Exports use the last plan that could
/// be estimated, which is what the window shows.
class ExportController : public QObject {
  Q_OBJECT

 public:
  /// `chart` returns the current chart, ready for export; `charts` returns all charts of its view.
  ExportController(PlanModel& model, Settings& settings, std::function<Chart&()> chart,
                   std::function<std::vector<Chart*>()> charts, QWidget& window);

  void exportConfig();  ///< ds_config.json alone
  void exportBundle();  ///< a folder with everything a launch needs, and report.md
  /// Shows the files for that program in a dialog, where another program can be chosen and the files are
  /// written.
  void showProgram(const ExportFlavour& flavour);
  void exportTable();  ///< CSV or Markdown, by the ending chosen
  /// Writes PNG at that scale, SVG or PDF, by the ending chosen.
  void exportChart(const QString& suffix, double scale);
  /// Asks for a name and writes all charts of the current view, each to a file whose name adds the chart's;
  /// asks before replacing files.
  void exportCharts();
  /// Asks for a file and writes that chart to it.
  void saveChart(Chart& chart, const QString& suffix, double scale);
  void copyConfig();
  void copyLaunchCommand();
  /// Copies the answer as a few lines with a link to this plan.
  void copySummary();
  void copyChart();
  void copyFigures();  ///< of the current chart, as cells for a spreadsheet

 signals:
  void failed(const QString& sentence);
  /// `folder`: folder of the written file; "" for the clipboard.
  void done(const QString& sentence, const QString& folder);
  /// Something was exported, but a run of it would fail; the sentence states both.
  void doubted(const QString& sentence);

 private:
  /// Returns false, with a message, if no plan could be estimated yet.
  [[nodiscard]] bool hasSomething();
  /// Returns true if there is something to export and DeepSpeed accepts the ds_config.json; otherwise shows
  /// why not.
  [[nodiscard]] bool isTaken();
  [[nodiscard]] QString ask(const QString& title, const QString& ending, const QString& filter);
  /// Warns if a run of the export would fail; `done` is the message shown after the export.
  void doubt(const QString& done);
  /// Returns false, with a message, if writing fails.
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
