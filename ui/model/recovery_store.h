// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <memory>
#include <optional>

namespace zp {

/// What of a window is in no file. Texts are "" where there is nothing unsaved, files where there is none.
struct Unsaved {
  QString plan, plan_file;
  QString config, config_file;
  [[nodiscard]] bool isEmpty() const { return plan.isEmpty() && config.isEmpty(); }
  bool operator==(const Unsaved&) const = default;
};

/// The unsaved work of every running window, one file each in one folder, so that it outlives a window that
/// ends without closing. A lock beside each file says that its window runs; the system takes the lock of a
/// process that is gone for none.
class RecoveryStore {
 public:
  explicit RecoveryStore(const QString& folder);

  /// Keeps that for this window in place of what was kept, whole or not at all; nothing unsaved forgets it.
  /// Throws FileError.
  void keep(const Unsaved& unsaved);
  void forget();

  /// What a window left that no longer runs; held for this window until it is destroyed.
  struct Left {
    QString path;
    QDateTime when;
    Unsaved unsaved;
    std::unique_ptr<QLockFile> lock;
    /// It is restored, or not wanted.
    void discard() const;
  };
  /// The latest, or nothing. Files that hold something else are passed over.
  [[nodiscard]] std::optional<Left> takeLeft() const;

 private:
  QString folder_, path_;
  std::unique_ptr<QLockFile> lock_;  ///< of `path_`, from the first time something is kept
};

}  // namespace zp
