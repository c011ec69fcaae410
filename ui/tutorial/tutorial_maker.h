// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

namespace zp {

/// The maker of tutorials in the background, each once for each theme: the program itself makes them in a
/// process of its own, so that this window neither waits nor flickers. The files are deleted
/// with this object.
class TutorialMaker : public QObject {
  Q_OBJECT

 public:
  /// `program` is the path of zero-planner.
  explicit TutorialMaker(QString program, QObject* parent = nullptr);
  ~TutorialMaker() override;

  /// Makes a tutorial and emits ready() or failed(), at once if it is made already. A tutorial still being
  /// made is abandoned.
  void make(const QString& name, bool is_dark);
  /// Returns the folder with the text and pictures of the tutorial last made.
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
