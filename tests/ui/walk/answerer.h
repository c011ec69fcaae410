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

/// Answers the dialogs that stop the program, as soon as one is on the screen: each time in another of the
/// ways that it offers, so that a command that is given until nothing is left unanswered is seen with every
/// answer.
class Answerer {
 public:
  using Examine = std::function<void(QWidget&)>;
  /// Files are opened from and saved into `folder`. `examine` is called once for each dialog before it is
  /// answered.
  Answerer(const QDir& folder, Report& report, Examine examine);

  /// The files that the next dialogs for opening are answered with, each once.
  void setFiles(const QStringList& files) { files_ = files; }
  /// Since the last call a dialog was answered in a way that it never was before: there may be more.
  [[nodiscard]] bool hasAnswersLeft();

 private:
  void lookSoon();
  void look();
  void answer(QDialog& dialog);
  void answerFile(QFileDialog& dialog, const QString& id);
  /// The next of these answers: all have their turn, whatever an answer leads to.
  QString choose(const QString& id, const QStringList& answers);

  QDir folder_;
  Report& report_;
  Examine examine_;
  QStringList files_;
  QObject context_;                 ///< of the timers
  QMap<QString, qsizetype> turns_;  ///< of each dialog
  QSet<QString> examined_;
  QWidget* in_work_ = nullptr;
  bool answers_left_ = false;
  int answered_ = 0;
};

}  // namespace zp::walk
