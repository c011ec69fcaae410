// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>

class QWidget;

/// The few dialogs that stop the program. A test sets beforehand what the user will answer, and the next
/// dialog is then not shown.
namespace zp::dialogs {

/// These three return a path, or "" when cancelled. `filter` is Qt's ("Plans (*.zplan.json)").
QString openFile(QWidget* parent, const QString& title, const QString& folder, const QString& filter);
/// `proposal` is the path shown at first. A name without an ending gets that of the chosen filter, or of the
/// proposal if the filter has several; only then is the user asked whether an existing file may be replaced.
QString saveFile(QWidget* parent, const QString& title, const QString& proposal, const QString& filter);
QString chooseFolder(QWidget* parent, const QString& title, const QString& folder);
/// Sets the answer to the next of these three dialogs.
void setNextFileName(const QString& path);

enum class Answer : std::uint8_t { save, discard, cancel };
/// Asks what to do with unsaved changes to `name`.
Answer askUnsaved(QWidget* parent, const QString& name);
void setNextAnswer(Answer answer);

enum class OnDisk : std::uint8_t { overwrite, reload, cancel };
/// Asks which version counts after another program has changed the file that is to be saved.
OnDisk askChanged(QWidget* parent, const QString& name);
void setNextOnDisk(OnDisk answer);

enum class RestoreAnswer : std::uint8_t { restore, discard, later };
/// Asks what to do with the unsaved work that `sentence` describes; closing the dialog decides nothing.
RestoreAnswer askRestore(QWidget* parent, const QString& sentence);
void setNextRestoreAnswer(RestoreAnswer answer);

/// Returns a text that the user types, `proposal` at first; "" when cancelled.
QString askText(QWidget* parent, const QString& title, const QString& label, const QString& proposal);
void setNextText(const QString& text);

enum class OtherModel : std::uint8_t { keep, choose, cancel };
/// Asks, about a file that names an unknown model (as `sentence` says), whether the plan keeps its own model,
/// `present`, or gets another.
OtherModel askModel(QWidget* parent, const QString& sentence, const QString& present);
void setNextModel(OtherModel answer);

/// Returns the index of one of `items`, or -1 when cancelled.
int askChoice(QWidget* parent, const QString& title, const QString& label, const QStringList& items);
void setNextChoice(int index);

/// Returns true if the user agrees to overwrite `files`.
bool askReplace(QWidget* parent, const QString& folder, const QStringList& files);
void setNextReplace(bool replace);

}  // namespace zp::dialogs
