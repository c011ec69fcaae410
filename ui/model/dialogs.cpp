// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/dialogs.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <algorithm>
#include <optional>
#include <utility>

using namespace Qt::Literals::StringLiterals;

namespace zp::dialogs {
namespace {

std::optional<QString> next_file_name;
std::optional<Answer> next_answer;
std::optional<bool> next_replace;
std::optional<OnDisk> next_on_disk;
std::optional<RestoreAnswer> next_restore_answer;
std::optional<QString> next_text;
std::optional<OtherModel> next_model;
std::optional<int> next_choice;

/// Returns the first file extension of a filter: ".zplan.json" for "Plans (*.zplan.json *.json)"; "" if it
/// accepts any name.
QString endingOf(const QString& filter) {
  static const QRegularExpression first(uR"(\(\*(\.[\w.]+)[ )])"_s);
  return first.match(filter).captured(1);
}

/// Returns true if a name has no file extension: "run", but also "run-v1.5".
bool lacksEnding(const QString& path) {
  const QString ending = QFileInfo(path).suffix();
  return std::ranges::all_of(ending, [](QChar c) { return c.isDigit(); });
}

/// Returns the extension to add to a name without one; "" if the filter has none.
QString missingEnding(const QString& proposal, const QString& filter) {
  const QString first = endingOf(filter);
  const QString wanted = u'.' + QFileInfo(proposal).suffix();  // one of several in one filter
  return filter.contains(u'*' + wanted) && !first.endsWith(wanted) ? wanted : first;
}

}  // namespace

void setNextFileName(const QString& path) { next_file_name = path; }
void setNextAnswer(Answer answer) { next_answer = answer; }
void setNextOnDisk(OnDisk answer) { next_on_disk = answer; }
void setNextRestoreAnswer(RestoreAnswer answer) { next_restore_answer = answer; }
void setNextText(const QString& text) { next_text = text; }
void setNextModel(OtherModel answer) { next_model = answer; }
void setNextChoice(int index) { next_choice = index; }
void setNextReplace(bool replace) { next_replace = replace; }

QString openFile(QWidget* parent, const QString& title, const QString& folder, const QString& filter) {
  if (auto answer = std::exchange(next_file_name, std::nullopt)) return *answer;
  return QFileDialog::getOpenFileName(parent, title, folder, filter);
}

QString saveFile(QWidget* parent, const QString& title, const QString& proposal, const QString& filter) {
  QString chosen = filter.section(u";;"_s, 0, 0);
  const auto whole = [&](const QString& path) -> QString {
    return path.isEmpty() || !lacksEnding(path) ? path : path + missingEnding(proposal, chosen);
  };
  if (auto answer = std::exchange(next_file_name, std::nullopt)) return whole(*answer);
  QFileDialog dialog(parent, title, QFileInfo(proposal).absolutePath(), filter);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.selectFile(QFileInfo(proposal).fileName());
  const auto complete = [&] {
    chosen = dialog.selectedNameFilter();
    dialog.setDefaultSuffix(missingEnding(proposal, chosen));
  };
  complete();
  QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, complete);
  if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
  const QString file = dialog.selectedFiles().front();
  const QFileInfo named(whole(file));
  const bool is_asked =
      named.filePath() == file;  // otherwise the dialog has not asked about replacing this file
  if (!is_asked && named.exists() && !askReplace(parent, named.absolutePath(), {named.fileName()})) return {};
  return named.filePath();
}

QString chooseFolder(QWidget* parent, const QString& title, const QString& folder) {
  if (auto answer = std::exchange(next_file_name, std::nullopt)) return *answer;
  return QFileDialog::getExistingDirectory(parent, title, folder);
}

Answer askUnsaved(QWidget* parent, const QString& name) {
  if (auto answer = std::exchange(next_answer, std::nullopt)) return *answer;
  QMessageBox box(QMessageBox::Warning, u"Unsaved changes"_s, u"Save the changes to "_s + name + u'?',
                  QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
  box.button(QMessageBox::Save)->setText(u"&Save"_s);  // Qt's own texts have no access keys
  box.button(QMessageBox::Discard)->setText(u"&Discard"_s);
  box.button(QMessageBox::Cancel)->setText(u"&Cancel"_s);
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

OnDisk askChanged(QWidget* parent, const QString& name) {
  if (auto answer = std::exchange(next_on_disk, std::nullopt)) return *answer;
  QMessageBox box(QMessageBox::Warning, u"Changed on disk"_s,
                  name + u" was changed by another program since it was read here. Which of the two counts?",
                  QMessageBox::Cancel, parent);
  QAbstractButton* reload = box.addButton(u"&Take the file's"_s, QMessageBox::AcceptRole);
  QAbstractButton* overwrite = box.addButton(u"&Overwrite it"_s, QMessageBox::DestructiveRole);
  box.button(QMessageBox::Cancel)->setText(u"&Cancel"_s);
  box.setDefaultButton(QMessageBox::Cancel);
  box.exec();
  if (box.clickedButton() == overwrite) return OnDisk::overwrite;
  return box.clickedButton() == reload ? OnDisk::reload : OnDisk::cancel;
}

RestoreAnswer askRestore(QWidget* parent, const QString& sentence) {
  if (auto answer = std::exchange(next_restore_answer, std::nullopt)) return *answer;
  QMessageBox box(QMessageBox::Question, u"Unsaved work"_s, sentence, QMessageBox::NoButton, parent);
  box.setInformativeText(u"Restored, it is a change of its file that undo takes back."_s);
  QAbstractButton* restore = box.addButton(u"&Restore"_s, QMessageBox::AcceptRole);
  QAbstractButton* discard = box.addButton(u"&Discard"_s, QMessageBox::DestructiveRole);
  QPushButton* later = box.addButton(u"&Not now"_s, QMessageBox::RejectRole);
  box.setEscapeButton(later);
  box.exec();
  if (box.clickedButton() == restore) return RestoreAnswer::restore;
  return box.clickedButton() == discard ? RestoreAnswer::discard : RestoreAnswer::later;
}

QString askText(QWidget* parent, const QString& title, const QString& label, const QString& proposal) {
  if (auto answer = std::exchange(next_text, std::nullopt)) return *answer;
  constexpr int widest_title = 420;  // pixels; a title bar cuts what does not fit
  QInputDialog dialog(parent);
  dialog.setWindowTitle(title);
  dialog.setLabelText(label);
  dialog.setTextValue(proposal);
  dialog.resize(widest_title, dialog.sizeHint().height());
  return dialog.exec() == QDialog::Accepted ? dialog.textValue() : QString();
}

OtherModel askModel(QWidget* parent, const QString& sentence, const QString& present) {
  if (auto answer = std::exchange(next_model, std::nullopt)) return *answer;
  QMessageBox box(QMessageBox::Question, u"Unknown model"_s, sentence, QMessageBox::Cancel, parent);
  box.setTextFormat(Qt::PlainText);
  box.setInformativeText(u"The plan's model is "_s + present + u'.');
  QAbstractButton* keep = box.addButton(u"&Keep the plan's model"_s, QMessageBox::AcceptRole);
  QAbstractButton* choose = box.addButton(u"C&hoose a model…"_s, QMessageBox::ActionRole);
  box.setDefaultButton(QMessageBox::Cancel);
  box.button(QMessageBox::Cancel)->setText(u"&Cancel"_s);
  box.exec();
  if (box.clickedButton() == keep) return OtherModel::keep;
  return box.clickedButton() == choose ? OtherModel::choose : OtherModel::cancel;
}

int askChoice(QWidget* parent, const QString& title, const QString& label, const QStringList& items) {
  if (auto answer = std::exchange(next_choice, std::nullopt)) return *answer;
  bool accepted = false;
  const QString item = QInputDialog::getItem(parent, title, label, items, 0, false, &accepted);
  return accepted ? static_cast<int>(items.indexOf(item)) : -1;
}

bool askReplace(QWidget* parent, const QString& folder, const QStringList& files) {
  if (auto answer = std::exchange(next_replace, std::nullopt)) return *answer;
  QMessageBox box(QMessageBox::Warning, u"Replace files"_s,
                  folder + u" already holds "_s + files.join(u", "_s) + u". Replace?", QMessageBox::Cancel,
                  parent);
  QAbstractButton* replace = box.addButton(u"&Replace"_s, QMessageBox::AcceptRole);
  box.button(QMessageBox::Cancel)->setText(u"&Cancel"_s);
  box.setDefaultButton(QMessageBox::Cancel);
  box.exec();
  return box.clickedButton() == replace;
}

}  // namespace zp::dialogs
