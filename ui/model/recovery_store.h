// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <memory>
#include <optional>

namespace zp {

/// The unsaved work of a window. Texts are "" if nothing is unsaved, files if there is none.
struct Unsaved {
  QString plan, plan_file;
  QString config, config_file;
  [[nodiscard]] bool isEmpty() const { return plan.isEmpty() && config.isEmpty(); }
  bool operator==(const Unsaved&) const = default;
};

/// The unsaved work of every running window, one file each in one folder, so that it survives a window that
/// ends without closing. A lock beside each file says that its window runs; the system releases the lock of a
/// process that is gone.
class RecoveryStore {
 public:
  explicit RecoveryStore(const QString& folder);

  /// Replaces what is kept for this window, whole or not at all; forgets it if nothing is
  /// unsaved. Throws FileError.
  void keep(const Unsaved& unsaved);
  void forget();

  /// The work left by a window that no longer runs; locked for this window until this is destroyed.
  struct UnsavedWork {
    QString path;
    QDateTime when;
    Unsaved unsaved;
    std::unique_ptr<QLockFile> lock;
    /// Deletes the file, after it was restored or discarded.
    void discard() const;
  };
  /// Returns the latest work left, or nullopt. Files with other contents are passed over.
  [[nodiscard]] std::optional<UnsavedWork> takeLeft() const;

 private:
  QString folder_, path_;
  std::unique_ptr<QLockFile> lock_;  ///< lock of `path_`, from the first time something is kept
};

}  // namespace zp
