// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>

class QWidget;

/// The modal dialogs. A test can set the answer beforehand; the next dialog is then not shown.
namespace zp::dialogs {

/// Return a path, or "" if cancelled. `filter` has Qt's syntax ("Plans (*.zplan.json)").
QString openFile(QWidget* parent, const QString& title, const QString& folder, const QString& filter);
/// `proposal` is the initial path. A name without an extension gets that of the chosen filter, or of the
/// proposal if the filter has several; only afterwards is the user asked about replacing an existing file.
QString saveFile(QWidget* parent, const QString& title, const QString& proposal, const QString& filter);
QString chooseFolder(QWidget* parent, const QString& title, const QString& folder);
/// Sets the answer to the next of these three dialogs.
void setNextFileName(const QString& path);

enum class Answer : std::uint8_t { save, discard, cancel };
/// Asks whether to save or discard unsaved changes to `name`.
Answer askUnsaved(QWidget* parent, const QString& name);
void setNextAnswer(Answer answer);

enum class OnDisk : std::uint8_t { overwrite, reload, cancel };
/// Asks which version to keep after another program has changed the file to be saved.
OnDisk askChanged(QWidget* parent, const QString& name);
void setNextOnDisk(OnDisk answer);

enum class RestoreAnswer : std::uint8_t { restore, discard, later };
/// Asks what to do with the unsaved work described by `sentence`; closing the dialog leaves it for later.
RestoreAnswer askRestore(QWidget* parent, const QString& sentence);
void setNextRestoreAnswer(RestoreAnswer answer);

/// Returns a text typed by the user, initially `proposal`; "" if cancelled.
QString askText(QWidget* parent, const QString& title, const QString& label, const QString& proposal);
void setNextText(const QString& text);

enum class OtherModel : std::uint8_t { keep, choose, cancel };
/// For a file with an unknown model (described by `sentence`), asks whether to keep the plan's model,
/// `present`, or choose another.
OtherModel askModel(QWidget* parent, const QString& sentence, const QString& present);
void setNextModel(OtherModel answer);

/// Returns the index of the chosen item, or -1 if cancelled.
int askChoice(QWidget* parent, const QString& title, const QString& label, const QStringList& items);
void setNextChoice(int index);

/// Returns true if the user agrees to overwrite `files`.
bool askReplace(QWidget* parent, const QString& folder, const QStringList& files);
void setNextReplace(bool replace);

}  // namespace zp::dialogs
