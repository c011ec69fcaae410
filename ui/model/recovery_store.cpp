// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/recovery_store.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>
#include <array>

#include "core/text/file_error.h"
#include "core/text/text_file.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

const auto format_key = u"format"_s, format_name = u"zero-recovery/1"_s;

/// The key of each text in the file.
struct StoredText {
  QString name;
  QString Unsaved::*text;
};
const std::array<StoredText, 4> kept_texts = {{{u"plan"_s, &Unsaved::plan},
                                               {u"plan_file"_s, &Unsaved::plan_file},
                                               {u"config"_s, &Unsaved::config},
                                               {u"config_file"_s, &Unsaved::config_file}}};

/// Returns the lock of the window whose work is stored at `path`. It never becomes stale, because a window
/// may run for weeks.
std::unique_ptr<QLockFile> lockOf(const QString& path) {
  auto lock = std::make_unique<QLockFile>(path + u".lock");
  lock->setStaleLockTime(0);
  return lock;
}

std::optional<Unsaved> unsavedIn(const QString& path) {
  try {
    const QJsonObject kept =
        QJsonDocument::fromJson(QByteArray::fromStdString(read_text_file(toStd(path)))).object();
    if (kept[format_key].toString() != format_name) return std::nullopt;
    Unsaved unsaved;
    for (const StoredText& stored_text : kept_texts)
      unsaved.*stored_text.text = kept[stored_text.name].toString();
    return unsaved.isEmpty() ? std::nullopt : std::optional(unsaved);
  } catch (const FileError&) {
    return std::nullopt;
  }
}

}  // namespace

RecoveryStore::RecoveryStore(const QString& folder)
    : folder_(folder),
      path_(QDir(folder).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + u".json")) {}

void RecoveryStore::keep(const Unsaved& unsaved) {
  if (unsaved.isEmpty()) return forget();
  // Users who may read the plan files must not automatically be able to read unsaved work.
  if (!QFileInfo::exists(folder_) && QDir().mkpath(folder_))
    QFile::setPermissions(folder_, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  if (!lock_) lock_ = lockOf(path_);
  if (!lock_->isLocked()) lock_->tryLock(0);  // if this fails, writing fails too and reports why
  QJsonObject kept{{format_key, format_name}};
  for (const StoredText& stored_text : kept_texts)
    if (const QString& text = unsaved.*stored_text.text; !text.isEmpty()) kept[stored_text.name] = text;
  write_text_file(toStd(path_), QJsonDocument(kept).toJson(QJsonDocument::Compact).toStdString());
}

void RecoveryStore::forget() {
  if (lock_) QFile::remove(path_);
  lock_.reset();
}

void RecoveryStore::UnsavedWork::discard() const { QFile::remove(path); }

std::optional<RecoveryStore::UnsavedWork> RecoveryStore::takeLeft() const {
  for (const QFileInfo& file : QDir(folder_).entryInfoList({u"*.json"_s}, QDir::Files, QDir::Time)) {
    if (file.absoluteFilePath() == QFileInfo(path_).absoluteFilePath()) continue;
    auto lock = lockOf(file.filePath());
    if (!lock->tryLock(0)) continue;  // its window is running, or another window has taken the work
    if (const std::optional<Unsaved> unsaved = unsavedIn(file.filePath()))
      return UnsavedWork{file.filePath(), file.lastModified(), *unsaved, std::move(lock)};
  }
  return std::nullopt;
}

}  // namespace zp
