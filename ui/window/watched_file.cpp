// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/watched_file.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <chrono>

#include "ui/model/in_time.h"

namespace zp {
namespace {

constexpr std::chrono::seconds longest_look{1};

std::optional<QByteArray> hashOfContents(const QString& path) {
  QFile file(path);
  QCryptographicHash hash(QCryptographicHash::Sha256);
  if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
  if (file.size() == 0 || !hash.addData(&file)) return std::nullopt;  // empty while it is being written
  return hash.result();
}

/// Returns nullopt for a file that cannot be read, or not within a moment.
std::optional<QByteArray> hashOf(const QString& path) {
  if (path.isEmpty()) return std::nullopt;
  return in_time<std::optional<QByteArray>>(longest_look, [path] { return hashOfContents(path); })
      .value_or(std::nullopt);
}

}  // namespace

WatchedFile::WatchedFile(QObject* parent) : QObject(parent) {
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, &WatchedFile::look);
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, &WatchedFile::look);
}

void WatchedFile::follow(const QString& path) {
  path_ = path;
  known_ = hashOf(path);
  told_.reset();
  const QStringList before = watcher_.files() + watcher_.directories();
  if (!before.isEmpty()) watcher_.removePaths(before);
  watch();
}

bool WatchedFile::differs() const {
  const std::optional<QByteArray> now = hashOf(path_);
  return now && now != known_;
}

/// Watches the file and its folder: a program that saves by replacing the file ends the watch of the old one.
void WatchedFile::watch() {
  if (path_.isEmpty()) return;
  const QFileInfo file(path_);
  if (!in_time<bool>(longest_look, [path = path_] { return QFileInfo::exists(path); }).value_or(false))
    return;
  if (!watcher_.files().contains(path_)) watcher_.addPath(path_);
  const QString folder = file.absolutePath();
  if (!watcher_.directories().contains(folder)) watcher_.addPath(folder);
}

void WatchedFile::look() {
  watch();
  const std::optional<QByteArray> now = hashOf(path_);
  if (!now || now == known_ || now == told_) return;
  told_ = now;
  emit changed();
}

}  // namespace zp
