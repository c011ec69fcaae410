// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>

class QWidget;

/// The few dialogs that stop the program, behind seams: a test says beforehand what the user will answer, and
/// the next dialog is not shown.
namespace zp::dialogs {

/// Paths, "" when cancelled. `filter` is Qt's ("Plans (*.zplan.json)").
QString openFile(QWidget* parent, const QString& title, const QString& folder, const QString& filter);
/// `proposal` is the path shown at first. A name without an ending gets that of the filter chosen, or of the
/// proposal where several stand in one filter; whether another file may be replaced is asked of the whole
/// name.
QString saveFile(QWidget* parent, const QString& title, const QString& proposal, const QString& filter);
QString chooseFolder(QWidget* parent, const QString& title, const QString& folder);
/// Answers the next of the three.
void setNextFileName(const QString& path);

enum class Answer : std::uint8_t { save, discard, cancel };
/// Asks what becomes of unsaved changes to `name`.
Answer askUnsaved(QWidget* parent, const QString& name);
void setNextAnswer(Answer answer);

enum class OnDisk : std::uint8_t { overwrite, reload, cancel };
/// Another program has changed the file that is to be saved: which of the two counts.
OnDisk askChanged(QWidget* parent, const QString& name);
void setNextOnDisk(OnDisk answer);

enum class Kept : std::uint8_t { restore, discard, later };
/// What becomes of the unsaved work that `sentence` tells of; closing the dialog decides nothing.
Kept askRestore(QWidget* parent, const QString& sentence);
void setNextKept(Kept answer);

/// A text the user types, `proposal` at first; "" when cancelled.
QString askText(QWidget* parent, const QString& title, const QString& label, const QString& proposal);
void setNextText(const QString& text);

enum class OtherModel : std::uint8_t { keep, choose, cancel };
/// A file names a model that nobody knows, as `sentence` says: whether the plan keeps its own, `present`, or
/// gets another.
OtherModel askModel(QWidget* parent, const QString& sentence, const QString& present);
void setNextModel(OtherModel answer);

/// The index of one of `items`, -1 when cancelled.
int askChoice(QWidget* parent, const QString& title, const QString& label, const QStringList& items);
void setNextChoice(int index);

/// One of several files would be overwritten: true to go on.
bool askReplace(QWidget* parent, const QString& folder, const QStringList& files);
void setNextReplace(bool replace);

}  // namespace zp::dialogs
