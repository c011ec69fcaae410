// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <optional>

namespace zp {

/// A file as it was when it was last read or written here, and whether another program, or another window,
/// has changed it since.
class WatchedFile : public QObject {
  Q_OBJECT

 public:
  explicit WatchedFile(QObject* parent = nullptr);

  /// What stands at `path` now is known from now on; "" for no file.
  void follow(const QString& path);
  /// Looks at the disk: whether another content stands there. A file that is gone, or cannot be read, has
  /// none.
  [[nodiscard]] bool differs() const;

 signals:
  /// Another content stands there; once for each.
  void changed();

 private:
  void look();
  void watch();

  QFileSystemWatcher watcher_;
  QString path_;
  std::optional<QByteArray> known_;  ///< a hash; nothing where there is no file
  std::optional<QByteArray> told_;   ///< the last one that changed() was said of
};

}  // namespace zp
