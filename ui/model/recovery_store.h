// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <memory>
#include <optional>

namespace zp {

/// The unsaved work of a window. Texts are "" if nothing is unsaved; file names are "" if there is no file.
struct Unsaved {
  QString plan, plan_file;
  QString config, config_file;
  [[nodiscard]] bool isEmpty() const { return plan.isEmpty() && config.isEmpty(); }
  bool operator==(const Unsaved&) const = default;
};

/// The unsaved work of all running windows, one file each in one folder, so that it survives a crash. A lock
/// for each file shows that its window is running; the system releases the lock of a process that has ended.
class RecoveryStore {
 public:
  explicit RecoveryStore(const QString& folder);

  /// Replaces this window's stored work, atomically; deletes it if nothing is unsaved. Throws FileError.
  void keep(const Unsaved& unsaved);
  void forget();

  /// Work left by a window that is no longer running; locked for this window until destruction.
  struct UnsavedWork {
    QString path;
    QDateTime when;
    Unsaved unsaved;
    std::unique_ptr<QLockFile> lock;
    /// Deletes the file, after it was restored or discarded.
    void discard() const;
  };
  /// Returns the most recent work left, or nullopt. Skips files with other contents.
  [[nodiscard]] std::optional<UnsavedWork> takeLeft() const;

 private:
  QString folder_, path_;
  std::unique_ptr<QLockFile> lock_;  ///< lock of `path_`, from the first keep() on
};

}  // namespace zp
