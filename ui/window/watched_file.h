// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <optional>

namespace zp {

/// A file as it was last read or written here. Notices when another program or window has changed it since.
class WatchedFile : public QObject {
  Q_OBJECT

 public:
  explicit WatchedFile(QObject* parent = nullptr);

  /// Records the present content of `path` as known; "" for no file.
  void follow(const QString& path);
  /// Returns true if the content on disk differs from the known one. A missing or unreadable file does not
  /// count as different.
  [[nodiscard]] bool differs() const;

 signals:
  /// The content on disk has changed; emitted once for each new content.
  void changed();

 private:
  void look();
  void watch();

  QFileSystemWatcher watcher_;
  QString path_;
  std::optional<QByteArray> known_;  ///< hash of the content; nullopt if there is no file
  std::optional<QByteArray> told_;   ///< hash for which changed() was last emitted
};

}  // namespace zp
