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

/// The user's own presets as a window offers them: their file, read again whenever another window or an
/// editor has changed it. What changes a preset throws FileError and changes nothing where that cannot be.
class OwnPresets : public QObject {
  Q_OBJECT

 public:
  explicit OwnPresets(const Settings& settings, QObject* parent = nullptr);

  [[nodiscard]] const std::vector<PresetPlace>& all() const { return all_; }
  /// What is wrong with the file, a sentence each.
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }
  [[nodiscard]] QString path() const;

  PresetPlace add(PresetKind kind, const std::string& row);
  PresetPlace replace(PresetPlace preset, const std::string& row);
  void remove(PresetPlace preset);
  /// Adds those of another file; what was left out, a sentence each.
  std::vector<std::string> import(const QString& path);

 public slots:
  /// Looks at the disk.
  void reload();

 signals:
  /// Others are offered now.
  void changed();
  /// What stood in one place stands, changed, in another.
  void replaced(PresetPlace from, PresetPlace to);
  /// The file has something in it that cannot be used.
  void doubted(const QString& sentence);

 private:
  void take(const std::vector<PresetPlace>& now);
  void watch();

  std::string path_;
  std::vector<PresetPlace> all_;
  std::vector<std::string> problems_;
  QFileSystemWatcher watcher_;
};

}  // namespace zp
