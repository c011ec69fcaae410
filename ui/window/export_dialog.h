// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <vector>

#include "core/export/flavours.h"

class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QTabBar;
class QTextBrowser;

namespace zp {

class PlanModel;

/// The dialog File ▸ Export for: the programs a plan can be written for, the files of the chosen one as they
/// would be written now, and what they cannot express.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ExportDialog(PlanModel& model, QWidget* parent = nullptr);

  void choose(const ExportFlavour& flavour);
  [[nodiscard]] const ExportFlavour& flavour() const;

 signals:
  void writeRequested();

 private:
  void showFirst();  ///< shows the first file of a newly chosen program
  void refresh();    ///< shows the same file for a changed plan
  void showFile();

  PlanModel& model_;
  std::vector<ExportFile> files_;
  QListWidget* list_;
  QTabBar* names_;
  QPlainTextEdit* text_;
  QTextBrowser* notes_;
  QPushButton* write_;
};

}  // namespace zp
