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

/// One pair of undo and redo actions for two histories: the opened file's if the keyboard focus is in it and
/// the plan has not changed since, else the plan's. The actions' texts name the change.
class UndoSwitch : public QObject {
  Q_OBJECT

 public:
  UndoSwitch(QAction& undo, QAction& redo, QUndoStack& plan);
  /// Sets the pages that show opened files.
  void setFilePages(const ConfigPages& pages);

  /// Returns true if the keyboard focus is in the opened file; Save then saves that file.
  [[nodiscard]] bool isInFile() const { return in_file_; }

  /// Return the name of the plan change that was undone or redone; "" for a change of the opened file.
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
