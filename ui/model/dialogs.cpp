// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/dialogs.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <optional>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace zp::dialogs {
namespace {

std::optional<QString> next_file_name;
std::optional<Answer> next_answer;
std::optional<bool> next_replace;

}  // namespace

void setNextFileName(const QString& path) { next_file_name = path; }
void setNextAnswer(Answer answer) { next_answer = answer; }
void setNextReplace(bool replace) { next_replace = replace; }

QString openFile(QWidget* parent, const QString& title, const QString& folder, const QString& filter) {
  if (auto answer = std::exchange(next_file_name, std::nullopt)) return *answer;
  return QFileDialog::getOpenFileName(parent, title, folder, filter);
}

QString saveFile(QWidget* parent, const QString& title, const QString& proposal, const QString& filter) {
  if (auto answer = std::exchange(next_file_name, std::nullopt)) return *answer;
  return QFileDialog::getSaveFileName(parent, title, proposal, filter);
}

QString chooseFolder(QWidget* parent, const QString& title, const QString& folder) {
  if (auto answer = std::exchange(next_file_name, std::nullopt)) return *answer;
  return QFileDialog::getExistingDirectory(parent, title, folder);
}

Answer askUnsaved(QWidget* parent, const QString& name) {
  if (auto answer = std::exchange(next_answer, std::nullopt)) return *answer;
  QMessageBox box(QMessageBox::Warning, u"Unsaved changes"_s, u"Save the changes to "_s + name + u'?',
                  QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
  box.setDefaultButton(QMessageBox::Save);
  switch (box.exec()) {
    case QMessageBox::Save:
      return Answer::save;
    case QMessageBox::Discard:
      return Answer::discard;
    default:
      return Answer::cancel;
  }
}

bool askReplace(QWidget* parent, const QString& folder, const QStringList& files) {
  if (auto answer = std::exchange(next_replace, std::nullopt)) return *answer;
  QMessageBox box(QMessageBox::Warning, u"Replace files"_s,
                  folder + u" already holds "_s + files.join(u", "_s) + u". Replace?", QMessageBox::Cancel,
                  parent);
  QAbstractButton* replace = box.addButton(u"Replace"_s, QMessageBox::AcceptRole);
  box.exec();
  return box.clickedButton() == replace;
}

}  // namespace zp::dialogs
