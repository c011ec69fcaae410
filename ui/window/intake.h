// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QMimeData;

namespace zp {

class FileController;
class RunController;

/// What is given to the window, dropped, pasted or named, brought to whom it is for: files, links of plans,
/// and text, which may hold such a link or be what a run printed.
class Intake : public QObject {
  Q_OBJECT

 public:
  Intake(FileController& files, RunController& runs, QObject* parent);

  [[nodiscard]] static bool canTake(const QMimeData& data);
  void drop(const QMimeData& data);
  void paste();
  /// A path, a file: URL, as menus of a desktop pass on, or a link of a plan; false when the plan is as
  /// before.
  bool openUrl(const QString& text);

 signals:
  void failed(const QString& sentence);

 private:
  void takeText(const QString& text, const QString& name);

  FileController& files_;
  RunController& runs_;
};

}  // namespace zp
