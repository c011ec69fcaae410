// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/answerer.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <utility>

#include "tests/ui/walk/hand.h"
#include "tests/ui/walk/report.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

constexpr int between_looks = 10;  // milliseconds
const auto cancel = u"Escape"_s;

QString textOf(const QAbstractButton& button) { return QString(button.text()).remove(u'&'); }

QList<QAbstractButton*> buttonsOf(const QDialog& dialog) {
  QList<QAbstractButton*> buttons;
  for (auto* button : dialog.findChildren<QPushButton*>())
    if (button->isVisible() && button->isEnabled()) buttons << button;
  return buttons;
}

}  // namespace

Answerer::Answerer(const QDir& folder, Report& report, Examine examine)
    : folder_(folder), report_(report), examine_(std::move(examine)) {
  lookSoon();
}

/// Starts a new timer each time, because the loop of a dialog does not serve a timer that is
/// already being served.
void Answerer::lookSoon() {
  QTimer::singleShot(between_looks, &context_, [this] { look(); });
}

bool Answerer::hasAnswersLeft() { return std::exchange(answers_left_, false); }

void Answerer::look() {
  lookSoon();
  auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
  if (dialog == nullptr || dialog == in_work_ || !dialog->isVisible() || dialog->windowHandle() == nullptr)
    return;
  QWidget* below = std::exchange(in_work_, dialog);
  answer(*dialog);
  in_work_ = below;
}

QString Answerer::choose(const QString& id, const QStringList& answers) {
  const QString chosen = answers[turns_[id]++ % answers.size()];
  if (report_.saw(u"answers to dialogs"_s, id + u": "_s + chosen)) answers_left_ = true;
  return chosen;
}

void Answerer::answer(QDialog& dialog) {
  ++answered_;
  const QPointer<QDialog> kept = &dialog;
  const QString id = dialog.windowTitle();
  report_.saw(u"dialogs"_s, id);
  isShown(dialog);
  if (!examined_.contains(id)) {
    examined_.insert(id);
    examine_(dialog);
  }
  if (!kept) return;
  if (auto* files = qobject_cast<QFileDialog*>(&dialog)) return answerFile(*files, id);
  QStringList answers = {cancel};
  for (const QAbstractButton* button : buttonsOf(dialog))
    answers << textOf(*button);
  const QString chosen = choose(id, answers);
  for (QAbstractButton* button : buttonsOf(dialog))
    if (textOf(*button) == chosen && click(*button)) return;
  key(dialog, Qt::Key_Escape);
}

/// Types a name into the dialog and presses Return, as a user does who knows the name.
void Answerer::answerFile(QFileDialog& dialog, const QString& id) {
  QStringList answers = {cancel};
  if (dialog.fileMode() == QFileDialog::Directory)
    answers << folder_.path();
  else if (dialog.acceptMode() == QFileDialog::AcceptSave)
    for (const auto& name : {u"new"_s, u"second"_s})
      answers << folder_.filePath(QString(id).remove(u' ') + name);
  else
    answers += files_;
  const QString chosen = choose(id, answers);
  if (chosen == cancel) return key(dialog, Qt::Key_Escape);
  auto* name = dialog.findChild<QLineEdit*>(u"fileNameEdit"_s);
  name->setFocus();
  name->setText(chosen);
  const int before = answered_;
  key(dialog, Qt::Key_Return);
  if (!dialog.isVisible()) return;
  // A question in between may have been answered with no; then it is no fault that the dialog stays.
  if (answered_ == before) report_.fault(u"dialog"_s, u"%1 does not take %2"_s.arg(id, chosen));
  dialog.reject();
}

}  // namespace zp::walk
