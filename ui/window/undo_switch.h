// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QAction;
class QPlainTextEdit;
class QUndoStack;

namespace zp {

class ConfigPages;

/// Undo and redo of two histories by one pair of actions: the opened file's if the keyboard focus is in it
/// and the plan has not changed since, else the plan's. The texts of the actions say what they
/// would take back.
class UndoSwitch : public QObject {
  Q_OBJECT

 public:
  UndoSwitch(QAction& undo, QAction& redo, QUndoStack& plan);
  /// Sets the pages that show opened files.
  void setFilePages(const ConfigPages& pages);

  /// Returns true if the keyboard focus is in the opened file: Save then saves that file.
  [[nodiscard]] bool isInFile() const { return in_file_; }

  /// These return the name of the plan's change that they took back or made again; "" for the opened file's.
  QString undo();
  QString redo();

 private:
  void follow(QWidget* focus);
  void refresh();
  [[nodiscard]] QPlainTextEdit& text() const;

  QAction& undo_;
  QAction& redo_;
  QUndoStack& plan_;
  const ConfigPages* pages_ = nullptr;
  bool in_file_ = false;
  bool undoes_file_ = false;
};

}  // namespace zp
