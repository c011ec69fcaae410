// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace zp {

class FileController;
class MemoryView;
class PlanModel;
class Settings;

/// Everything that leaves the program but the plan file itself: to files and to the clipboard. Exports are of
/// the last plan that could be estimated, which is what the window shows.
class ExportController : public QObject {
  Q_OBJECT

 public:
  ExportController(PlanModel& model, Settings& settings, FileController& files, MemoryView& view,
                   QWidget& window);

  void exportConfig();  ///< ds_config.json alone
  void exportBundle();  ///< a folder with everything a launch takes, and report.md
  void exportTable();   ///< CSV or Markdown, by the ending chosen
  /// PNG at that scale, SVG or PDF, by the ending chosen.
  void exportChart(const QString& suffix, double scale);
  void copyConfig();
  void copyLaunchCommand();
  void copyChart();

 signals:
  void failed(const QString& sentence);
  /// `folder`: where the file lies, "" for the clipboard.
  void done(const QString& sentence, const QString& folder);

 private:
  /// False, and says so, when no plan could be estimated yet.
  [[nodiscard]] bool hasSomething();
  [[nodiscard]] QString ask(const QString& title, const QString& ending, const QString& filter);
  void writeText(const QString& path, const std::string& text);
  void copy(const QString& text, const QString& what);

  PlanModel& model_;
  Settings& settings_;
  FileController& files_;
  MemoryView& view_;
  QWidget& window_;
};

}  // namespace zp
