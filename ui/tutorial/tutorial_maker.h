// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

namespace zp {

/// Produces tutorials in the background, each once per theme, by running this program in a separate process,
/// so that the window neither blocks nor flickers. The files are deleted with this object.
class TutorialMaker : public QObject {
  Q_OBJECT

 public:
  /// `program` is the path of zero-planner.
  explicit TutorialMaker(QString program, QObject* parent = nullptr);
  ~TutorialMaker() override;

  /// Makes a tutorial and emits ready() or failed(), immediately if it exists already. Stops a tutorial still
  /// being made.
  void make(const QString& name, bool is_dark);
  /// Returns the folder with text and pictures of the last tutorial made.
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
