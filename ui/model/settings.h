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

/// What the program remembers between runs, each thing under one name and type. Owned by whoever starts the
/// window and handed down, so that tests and screenshots have settings of their own.
class Settings {
 public:
  static constexpr qsizetype most_recent_files = 8;

  /// The user's own, or those in `file` when it is given.
  explicit Settings(const QString& file = {});

  /// Where what is unsaved is kept between runs: $XDG_STATE_HOME/zero-planner, or `state` beside `file`.
  [[nodiscard]] QString stateFolder() const;

  /// Of the user's own models, GPUs and links: presets.json beside `file`.
  [[nodiscard]] QString presetsFile() const;

  [[nodiscard]] ThemeChoice theme() const;
  void setTheme(ThemeChoice choice);

  /// Paths, the latest first; whether they still exist is not asked.
  [[nodiscard]] QStringList recentFiles() const;
  void addRecentFile(const QString& path);
  void removeRecentFile(const QString& path);

  /// The slim bar of the first run was closed for good.
  [[nodiscard]] bool hintDismissed() const;
  void dismissHint();

  /// Where no file is opened.
  [[nodiscard]] bool welcomeAtStart() const;
  void setWelcomeAtStart(bool shown);

  /// A folded group of the input panel; `fallback` until the user folds it.
  [[nodiscard]] bool groupOpen(const QString& id, bool fallback) const;
  void setGroupOpen(const QString& id, bool open);

  [[nodiscard]] bool allStrategies() const;
  void setAllStrategies(bool all);
  /// The Memory view shows one step instead of the strategies.
  [[nodiscard]] bool stepChart() const;
  void setStepChart(bool shown);

  /// The Scaling view holds the global batch instead of each GPU's micro batch.
  [[nodiscard]] bool holdsGlobalBatch() const;
  void setHoldsGlobalBatch(bool holds);

  /// What the search for the best plan may change, and what it looks for.
  [[nodiscard]] Freedom mayChange() const;
  void setMayChange(const Freedom& freedom);
  [[nodiscard]] Objective objective() const;
  void setObjective(Objective objective);

  [[nodiscard]] QByteArray windowGeometry() const;
  void setWindowGeometry(const QByteArray& geometry);
  [[nodiscard]] QByteArray splitterState() const;
  void setSplitterState(const QByteArray& state);

  /// Where files were last opened or written.
  [[nodiscard]] QString lastFolder() const;
  void setLastFolder(const QString& folder);

 private:
  QSettings store_;
  bool is_users_;
};

}  // namespace zp
