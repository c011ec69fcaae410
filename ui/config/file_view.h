// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/model/opened_config.h"

class QLabel;
class QPushButton;

namespace zp {

class FileText;
class SentenceList;
class StateIcon;

/// The opened ds_config.json: its text with an icon at each problem's line, DeepSpeed's verdict, and the
/// problems with their fixes.
class FileView : public QWidget {
  Q_OBJECT

 public:
  explicit FileView(OpenedConfig& file, QWidget* parent = nullptr);

  [[nodiscard]] FileText* text() const { return text_; }
  /// Moves to the first problem below the caret; after the last one, to the first.
  void goToNextProblem();
  void fixAll();

 signals:
  void readRequested();  ///< the user wants to read the file into the plan

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void showFile();
  void showProblems();
  void goToLine(int line);
  void fix(std::size_t problem);
  void take(const std::optional<QString>& text);

  OpenedConfig& file_;
  FileText* text_;
  SentenceList* problems_;
  StateIcon* icon_;
  QLabel* verdict_;
  QPushButton* read_;
  QPushButton* fix_all_;
};

}  // namespace zp
