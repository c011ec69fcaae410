// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/undo_switch.h"

#include <QAction>
#include <QApplication>
#include <QPlainTextEdit>
#include <QUndoStack>

#include "ui/config/config_pages.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// "&Undo Micro batch 1 → 4"; the toolbar keeps the bare word.
void setWords(QAction& action, const QString& word, const QString& text) {
  const QString icon_text = action.iconText();
  action.setText(text.isEmpty() ? word : word + u' ' + QString(text).replace(u'&', u"&&"_s));
  action.setIconText(icon_text);
}

}  // namespace

UndoSwitch::UndoSwitch(QAction& undo, QAction& redo, QUndoStack& plan, const ConfigPages& pages,
                       QPlainTextEdit& text)
    : QObject(&undo), undo_(undo), redo_(redo), plan_(plan), pages_(pages), text_(text) {
  undo_.setIconText(tr("Undo"));
  redo_.setIconText(tr("Redo"));
  for (const auto signal : {&QUndoStack::canUndoChanged, &QUndoStack::canRedoChanged})
    connect(&plan_, signal, this, &UndoSwitch::refresh);
  for (const auto signal : {&QUndoStack::undoTextChanged, &QUndoStack::redoTextChanged})
    connect(&plan_, signal, this, &UndoSwitch::refresh);
  for (const auto signal : {&QPlainTextEdit::undoAvailable, &QPlainTextEdit::redoAvailable})
    connect(&text_, signal, this, &UndoSwitch::refresh);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
  refresh();
}

void UndoSwitch::undo() { in_text_ ? text_.undo() : plan_.undo(); }
void UndoSwitch::redo() { in_text_ ? text_.redo() : plan_.redo(); }

void UndoSwitch::follow(QWidget* focus) {
  if (focus == nullptr)  // a menu is open, another program is in front, or what had it is gone
    in_text_ = in_text_ && text_.isVisible();
  else
    in_text_ = pages_.isInFile();
  refresh();
}

void UndoSwitch::refresh() {
  const QTextDocument& document = *text_.document();
  const QString in_file = tr("in the opened file");
  undo_.setEnabled(in_text_ ? document.isUndoAvailable() : plan_.canUndo());
  redo_.setEnabled(in_text_ ? document.isRedoAvailable() : plan_.canRedo());
  setWords(undo_, tr("&Undo"), in_text_ ? in_file : plan_.undoText());
  setWords(redo_, tr("&Redo"), in_text_ ? in_file : plan_.redoText());
}

}  // namespace zp
