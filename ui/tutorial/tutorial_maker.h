// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

namespace zp {

/// Has tutorials made behind the window, each once a theme: by the program itself in a process of its own, so
/// that the window at hand neither waits nor flickers. What comes of it is gone with this object.
class TutorialMaker : public QObject {
  Q_OBJECT

 public:
  /// `program` is zero-planner.
  explicit TutorialMaker(QString program, QObject* parent = nullptr);
  ~TutorialMaker() override;

  /// Ends with ready() or failed(); at once where it is made already. A tutorial in the making is given up.
  void make(const QString& name, bool is_dark);
  /// Where the text and pictures of the tutorial last made lie.
  [[nodiscard]] QString folder() const;

 signals:
  void ready(const QString& name);
  void failed(const QString& sentence);

 private:
  void finish(int status);

  QString program_;
  QTemporaryDir place_;
  QProcess process_;
  QString name_;
  bool is_dark_ = false;
};

}  // namespace zp
