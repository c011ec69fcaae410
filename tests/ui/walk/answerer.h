// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QMap>
#include <QObject>
#include <QSet>
#include <QTimer>
#include <functional>

class QDialog;
class QFileDialog;
class QWidget;

namespace zp::walk {

class Report;

/// Answers the dialogs that stop the program, as soon as one is on the screen. Each time it picks another of
/// the possible answers, so a command that is repeated while answers are left is seen with every answer.
class Answerer {
 public:
  using Examine = std::function<void(QWidget&)>;
  /// Files are opened from and saved into `folder`. `examine` is called once for each dialog before
  /// it is answered.
  Answerer(const QDir& folder, Report& report, Examine examine);

  /// Sets the files that answer the next dialogs for opening, each once.
  void setFiles(const QStringList& files) { files_ = files; }
  /// Returns true if, since the last call, a dialog was answered in a new way; there may be more
  /// answers to try.
  [[nodiscard]] bool hasAnswersLeft();

 private:
  void lookSoon();
  void look();
  void answer(QDialog& dialog);
  void answerFile(QFileDialog& dialog, const QString& id);
  /// Returns the next of these answers; each has its turn, whatever an answer leads to.
  QString choose(const QString& id, const QStringList& answers);

  QDir folder_;
  Report& report_;
  Examine examine_;
  QStringList files_;
  QObject context_;                 ///< owns the timers
  QMap<QString, qsizetype> turns_;  ///< turns taken, by dialog
  QSet<QString> examined_;
  QWidget* in_work_ = nullptr;
  bool answers_left_ = false;
  int answered_ = 0;
};

}  // namespace zp::walk
