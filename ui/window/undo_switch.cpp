// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/undo_switch.h"

#include <QAction>
#include <QApplication>
#include <QPlainTextEdit>
#include <QUndoStack>

#include "ui/config/config_pages.h"
#include "ui/config/file_text.h"
#include "ui/config/file_view.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// Sets the texts of an action: "&Undo Micro batch 1 → 4"; the toolbar keeps the bare word.
void setWords(QAction& action, const QString& word, const QString& text) {
  action.setText(text.isEmpty() ? word : word + u' ' + QString(text).replace(u'&', u"&&"_s));
}

}  // namespace

UndoSwitch::UndoSwitch(QAction& undo, QAction& redo, QUndoStack& plan)
    : QObject(&undo), undo_(undo), redo_(redo), plan_(plan) {
  undo_.setIconText(tr("Undo"));
  redo_.setIconText(tr("Redo"));
  for (const auto signal : {&QUndoStack::canUndoChanged, &QUndoStack::canRedoChanged})
    connect(&plan_, signal, this, &UndoSwitch::refresh);
  for (const auto signal : {&QUndoStack::undoTextChanged, &QUndoStack::redoTextChanged})
    connect(&plan_, signal, this, &UndoSwitch::refresh);
  connect(&plan_, &QUndoStack::indexChanged, this, [this] {
    undoes_file_ = false;
    refresh();
  });
  refresh();
}

void UndoSwitch::setFilePages(const ConfigPages& pages) {
  pages_ = &pages;
  for (const auto signal : {&QPlainTextEdit::undoAvailable, &QPlainTextEdit::redoAvailable})
    connect(&text(), signal, this, &UndoSwitch::refresh);
  connect(&text(), &QPlainTextEdit::textChanged, this, [this] {
    undoes_file_ = undoes_file_ || pages_->isInFile();
    refresh();
  });
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
}

QPlainTextEdit& UndoSwitch::text() const { return *pages_->filePage()->text(); }

QString UndoSwitch::undo() {
  if (undoes_file_) {
    text().undo();
    return {};
  }
  const QString what = plan_.undoText();
  plan_.undo();
  return what;
}

QString UndoSwitch::redo() {
  if (undoes_file_) {
    text().redo();
    return {};
  }
  const QString what = plan_.redoText();
  plan_.redo();
  return what;
}

void UndoSwitch::follow(QWidget* focus) {
  if (focus == nullptr)  // a menu is open, another program is active, or the focused widget is gone
    in_file_ = in_file_ && text().isVisible();
  else
    in_file_ = pages_->isInFile();
  undoes_file_ = in_file_ && (undoes_file_ || focus != nullptr);
  refresh();
}

void UndoSwitch::refresh() {
  const QString in_file = tr("in the opened file");
  undo_.setEnabled(undoes_file_ ? text().document()->isUndoAvailable() : plan_.canUndo());
  redo_.setEnabled(undoes_file_ ? text().document()->isRedoAvailable() : plan_.canRedo());
  setWords(undo_, tr("&Undo"), undoes_file_ ? in_file : plan_.undoText());
  setWords(redo_, tr("&Redo"), undoes_file_ ? in_file : plan_.redoText());
}

}  // namespace zp
