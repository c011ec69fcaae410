// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>

namespace zp {

class Chart;
class ExportDialog;
class PlanModel;
class Settings;
struct ExportFlavour;

/// Everything that leaves the program but the plan file itself: to files and to the clipboard. Exports are of
/// the last plan that could be estimated, which is what the window shows.
class ExportController : public QObject {
  Q_OBJECT

 public:
  /// `chart` gives the chart in front, ready for export.
  ExportController(PlanModel& model, Settings& settings, std::function<Chart&()> chart, QWidget& window);

  void exportConfig();  ///< ds_config.json alone
  void exportBundle();  ///< a folder with everything a launch takes, and report.md
  /// Shows the files for that program, and the others' beside; the dialog writes them.
  void showProgram(const ExportFlavour& flavour);
  void exportTable();  ///< CSV or Markdown, by the ending chosen
  /// PNG at that scale, SVG or PDF, by the ending chosen.
  void exportChart(const QString& suffix, double scale);
  void copyConfig();
  void copyLaunchCommand();
  /// The answer in a few lines, and a link that brings this plan back.
  void copySummary();
  void copyChart();

 signals:
  void failed(const QString& sentence);
  /// `folder`: where the file lies, "" for the clipboard.
  void done(const QString& sentence, const QString& folder);
  /// What was just done, and why a run of it would fail.
  void doubted(const QString& sentence);

 private:
  /// False, and says so, when no plan could be estimated yet.
  [[nodiscard]] bool hasSomething();
  /// The same, and DeepSpeed takes the ds_config.json; else says why not.
  [[nodiscard]] bool isTaken();
  [[nodiscard]] QString ask(const QString& title, const QString& ending, const QString& filter);
  /// Says what a run of what left the program would fail with, if it would; `done` is what was said of it.
  void doubt(const QString& done);
  /// False, and says so, when that fails.
  bool writeText(const QString& path, const std::string& text);
  void copy(const QString& text, const QString& what);
  /// All files of it and report.md to a folder that is asked for.
  void writeFolder(const ExportFlavour& flavour);

  PlanModel& model_;
  Settings& settings_;
  std::function<Chart&()> chart_;
  QWidget& window_;
  ExportDialog* dialog_ = nullptr;
};

}  // namespace zp
