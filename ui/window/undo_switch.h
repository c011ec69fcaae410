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

/// Undo and redo of two histories by one pair of actions: the opened file's where the keyboard is in it, else
/// the plan's. The actions say what they would take back.
class UndoSwitch : public QObject {
  Q_OBJECT

 public:
  UndoSwitch(QAction& undo, QAction& redo, QUndoStack& plan, const ConfigPages& pages, QPlainTextEdit& text);

  void undo();
  void redo();

 private:
  void follow(QWidget* focus);
  void refresh();

  QAction& undo_;
  QAction& redo_;
  QUndoStack& plan_;
  const ConfigPages& pages_;
  QPlainTextEdit& text_;
  bool in_text_ = false;
};

}  // namespace zp
