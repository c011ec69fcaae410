// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/own_presets.h"

#include <QFileInfo>
#include <algorithm>

#include "core/catalog/user_presets.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"

namespace zp {

OwnPresets::OwnPresets(const Settings& settings, QObject* parent)
    : QObject(parent), path_(toStd(settings.presetsFile())) {
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, &OwnPresets::reload);
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, &OwnPresets::reload);
}

QString OwnPresets::path() const { return toQt(path_); }

AnyPreset OwnPresets::add(PresetKind kind, const std::string& row) {
  AnyPreset preset = put_user_preset(path_, kind, row);
  reload();
  return preset;
}

AnyPreset OwnPresets::replace(const AnyPreset& preset, const std::string& row) {
  AnyPreset now = put_user_preset(path_, preset.kind(), row, preset.id());
  if (now.id() != preset.id())
    emit replaced(preset, now);  // after a reload, renamed presets are not recognised
  reload();
  return now;
}

void OwnPresets::remove(const AnyPreset& preset) {
  remove_user_preset(path_, preset.kind(), preset.id());
  reload();
}

std::vector<std::string> OwnPresets::import(const QString& path) {
  std::vector<std::string> problems = import_user_presets(path_, toStd(path)).problems;
  reload();
  return problems;
}

void OwnPresets::reload() {
  watch();
  UserPresets found = read_user_presets(path_);
  if (found.problems != problems_) {
    problems_ = std::move(found.problems);
    if (!problems_.empty()) emit doubted(toQt(problems_.front()));
  }
  if (found.presets != all_) take(found.presets);
}

void OwnPresets::take(const std::vector<AnyPreset>& now) {
  const std::vector<AnyPreset> before = std::exchange(all_, now);
  emit changed();
  for (const AnyPreset& gone : before) {
    if (std::ranges::find(all_, gone) != all_.end()) continue;
    const auto same = std::ranges::find_if(all_, [&gone](const AnyPreset& preset) {
      return preset.kind() == gone.kind() && preset.id() == gone.id();
    });
    if (same != all_.end()) emit replaced(gone, *same);
  }
}

/// Watches the file and its folder, because saving replaces the watched file.
void OwnPresets::watch() {
  const QFileInfo file(path());
  const auto add = [this](const QString& path, const QStringList& watched) {
    if (QFileInfo::exists(path) && !watched.contains(path)) watcher_.addPath(path);
  };
  if (path_.empty()) return;
  add(file.absoluteFilePath(), watcher_.files());
  add(file.absolutePath(), watcher_.directories());
}

}  // namespace zp
