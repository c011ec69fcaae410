// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/own_presets.h"

namespace zp {

class Settings;

/// The user's own presets in the window: their file, reloaded when another window or an editor changes it.
/// Functions that change a preset throw FileError, without changing anything, if that is impossible.
class OwnPresets : public QObject {
  Q_OBJECT

 public:
  explicit OwnPresets(const Settings& settings, QObject* parent = nullptr);

  [[nodiscard]] const std::vector<AnyPreset>& all() const { return all_; }
  /// Returns the problems of the file, one sentence each.
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }
  [[nodiscard]] QString path() const;

  AnyPreset add(PresetKind kind, const std::string& row);
  AnyPreset replace(const AnyPreset& preset, const std::string& row);
  void remove(const AnyPreset& preset);
  /// Adds the presets of another file; returns one sentence per preset that was skipped.
  std::vector<std::string> import(const QString& path);

 public slots:
  /// Reads the file again if it has changed on disk.
  void reload();

 signals:
  /// The list of presets has changed.
  void changed();
  /// The preset `from` was changed and is `to` now.
  void replaced(const AnyPreset& from, const AnyPreset& to);
  /// The file contains an invalid entry.
  void doubted(const QString& sentence);

 private:
  void take(const std::vector<AnyPreset>& now);
  void watch();

  std::string path_;
  std::vector<AnyPreset> all_;
  std::vector<std::string> problems_;
  QFileSystemWatcher watcher_;
};

}  // namespace zp
