// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/settings.h"

#include <QDir>
#include <QFileInfo>

#include "core/catalog/user_presets.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

const auto theme_key = u"window/theme"_s;
const auto recent_key = u"files/recent"_s;

/// Returns the settings key of a folder. Plans use the key that was shared by all files in older versions.
QString folderKey(FolderOf kind) {
  static const QStringList keys = {u"files/folder"_s, u"files/folderOfLogs"_s, u"files/folderOfExports"_s,
                                   u"files/folderOfProfiles"_s, u"files/folderOfPresets"_s};
  return keys.at(static_cast<qsizetype>(kind));
}

const auto hint_key = u"window/hintDismissed"_s;
const auto welcome_key = u"window/welcomeAtStart"_s;
const auto geometry_key = u"window/geometry"_s;
const auto splitter_key = u"window/splitter"_s;
const auto all_strategies_key = u"chart/allStrategies"_s;
const auto step_chart_key = u"chart/overOneStep"_s;
const auto global_batch_key = u"chart/holdsGlobalBatch"_s;
/// Names of the settings that a search may change or not, contrary to the default.
const auto changed_freedom_key = u"choice/changedFreedom"_s;
const auto objective_key = u"choice/objective"_s;
const auto group_prefix = u"inputs/open/"_s;

const QStringList objective_names = {u"throughput"_s, u"memory"_s, u"simplicity"_s, u"cost"_s, u"gpus"_s};

}  // namespace

Settings::Settings(const QString& file)
    : store_(file.isEmpty()
                 ? QSettings(QSettings::IniFormat, QSettings::UserScope, u"zero-planner"_s, u"zero-planner"_s)
                       .fileName()
                 : file,
             QSettings::IniFormat),
      is_users_(file.isEmpty()) {}

QString Settings::stateFolder() const {
  if (!is_users_) return QFileInfo(store_.fileName()).absoluteDir().filePath(u"state"_s);
  const QString named =
      qEnvironmentVariable("XDG_STATE_HOME");  // only Qt 6.7 and later have a location for it
  const QDir states(QDir::isAbsolutePath(named) ? named : QDir::home().filePath(u".local/state"_s));
  return states.filePath(u"zero-planner"_s);
}

QString Settings::presetsFile() const {
  if (is_users_) return toQt(user_presets_path());
  return QFileInfo(store_.fileName()).absoluteDir().filePath(u"presets.json"_s);
}

ThemeChoice Settings::theme() const {
  return themeNamed(store_.value(theme_key).toString()).value_or(ThemeChoice::system);
}

void Settings::setTheme(ThemeChoice choice) {
  store_.setValue(theme_key, themeNames().at(static_cast<qsizetype>(choice)));
}

QStringList Settings::recentFiles() const {
  return store_.value(recent_key).toStringList().mid(0, most_recent_files);
}

void Settings::addRecentFile(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  QStringList files = recentFiles();
  files.removeAll(absolute);
  files.prepend(absolute);
  store_.setValue(recent_key, files.mid(0, most_recent_files));
}

void Settings::removeRecentFile(const QString& path) {
  QStringList files = recentFiles();
  files.removeAll(path);
  store_.setValue(recent_key, files);
}

bool Settings::hintDismissed() const { return store_.value(hint_key, false).toBool(); }
void Settings::dismissHint() { store_.setValue(hint_key, true); }

bool Settings::welcomeAtStart() const { return store_.value(welcome_key, true).toBool(); }
void Settings::setWelcomeAtStart(bool shown) { store_.setValue(welcome_key, shown); }

bool Settings::groupOpen(const QString& id, bool fallback) const {
  return store_.value(group_prefix + id, fallback).toBool();
}
void Settings::setGroupOpen(const QString& id, bool open) { store_.setValue(group_prefix + id, open); }

bool Settings::allStrategies() const { return store_.value(all_strategies_key, false).toBool(); }
void Settings::setAllStrategies(bool all) { store_.setValue(all_strategies_key, all); }

bool Settings::stepChart() const { return store_.value(step_chart_key, false).toBool(); }
void Settings::setStepChart(bool shown) { store_.setValue(step_chart_key, shown); }

bool Settings::holdsGlobalBatch() const { return store_.value(global_batch_key, false).toBool(); }
void Settings::setHoldsGlobalBatch(bool holds) { store_.setValue(global_batch_key, holds); }

// Settings that are not listed have their defaults, also those that a later release adds.
Freedom Settings::mayChange() const {
  Freedom freedom;
  const QStringList changed = store_.value(changed_freedom_key).toStringList();
  for (const FreedomRow& row : freedom_rows())
    if (changed.contains(toQt(row.name))) freedom.*row.member = !(freedom.*row.member);
  return freedom;
}

void Settings::setMayChange(const Freedom& freedom) {
  QStringList changed;
  for (const FreedomRow& row : freedom_rows())
    if (freedom.*row.member != Freedom().*row.member) changed << toQt(row.name);
  store_.setValue(changed_freedom_key, changed);
}

Objective Settings::objective() const {
  const qsizetype index = objective_names.indexOf(store_.value(objective_key).toString());
  return index < 0 ? Objective::throughput : static_cast<Objective>(index);
}

void Settings::setObjective(Objective objective) {
  store_.setValue(objective_key, objective_names.at(static_cast<qsizetype>(objective)));
}

QByteArray Settings::windowGeometry() const { return store_.value(geometry_key).toByteArray(); }
void Settings::setWindowGeometry(const QByteArray& geometry) { store_.setValue(geometry_key, geometry); }
QByteArray Settings::splitterState() const { return store_.value(splitter_key).toByteArray(); }
void Settings::setSplitterState(const QByteArray& state) { store_.setValue(splitter_key, state); }

QString Settings::lastFolder(FolderOf kind) const {
  const QString own = store_.value(folderKey(kind)).toString();
  return own.isEmpty() ? store_.value(folderKey(FolderOf::plans)).toString() : own;
}
void Settings::setLastFolder(const QString& folder, FolderOf kind) {
  store_.setValue(folderKey(kind), folder);
}

}  // namespace zp
