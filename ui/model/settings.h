// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

#include "core/search/choice.h"
#include "ui/theme/theme.h"

namespace zp {

/// Kinds of files whose folders are remembered separately, so that an export is not proposed among logs.
enum class FolderOf { plans, logs, exports, profiles, presets };

/// The settings that the program remembers between runs, each under one name and type. The code that starts
/// the window owns them and passes them on, so that tests and screenshots have their own.
class Settings {
 public:
  static constexpr qsizetype most_recent_files = 8;

  /// Opens the user's own settings, or those in `file` if it is given.
  explicit Settings(const QString& file = {});

  /// Returns the folder for unsaved work between runs: $XDG_STATE_HOME/zero-planner, or `state` next to
  /// `file`.
  [[nodiscard]] QString stateFolder() const;

  /// Returns the file of the user's own models, GPUs and links: presets.json next to `file`.
  [[nodiscard]] QString presetsFile() const;

  [[nodiscard]] ThemeChoice theme() const;
  void setTheme(ThemeChoice choice);

  /// Returns paths, the most recent first; they may no longer exist.
  [[nodiscard]] QStringList recentFiles() const;
  void addRecentFile(const QString& path);
  void removeRecentFile(const QString& path);

  /// Returns true if the first-run hint has been followed: the plan was changed.
  [[nodiscard]] bool hintDismissed() const;
  void dismissHint();

  /// Returns true if the welcome page is shown when no file is opened.
  [[nodiscard]] bool welcomeAtStart() const;
  void setWelcomeAtStart(bool shown);

  /// Returns true if a group of the input panel is expanded; `fallback` until the user changes it.
  [[nodiscard]] bool groupOpen(const QString& id, bool fallback) const;
  void setGroupOpen(const QString& id, bool open);

  [[nodiscard]] bool allStrategies() const;
  void setAllStrategies(bool all);
  /// Returns true if the Memory view shows one step instead of the strategies.
  [[nodiscard]] bool stepChart() const;
  void setStepChart(bool shown);

  /// Returns true if the Scaling view keeps the global batch constant instead of each GPU's micro batch.
  [[nodiscard]] bool holdsGlobalBatch() const;
  void setHoldsGlobalBatch(bool holds);

  /// Return what the search for the best plan may change, and its objective.
  [[nodiscard]] Freedom mayChange() const;
  void setMayChange(const Freedom& freedom);
  [[nodiscard]] Objective objective() const;
  void setObjective(Objective objective);

  [[nodiscard]] QByteArray windowGeometry() const;
  void setWindowGeometry(const QByteArray& geometry);
  [[nodiscard]] QByteArray splitterState() const;
  void setSplitterState(const QByteArray& state);

  /// Returns the folder in which a file of that kind was last opened or written; initially that of plans.
  [[nodiscard]] QString lastFolder(FolderOf kind = FolderOf::plans) const;
  void setLastFolder(const QString& folder, FolderOf kind = FolderOf::plans);

 private:
  QSettings store_;
  bool is_users_;
};

}  // namespace zp
