// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QMimeData;

namespace zp {

class FileController;
class RunController;

/// Passes on what is dropped, pasted or named: files, links of plans, and text, which may contain such a link
/// or be the output of a run.
class InputRouter : public QObject {
  Q_OBJECT

 public:
  InputRouter(FileController& files, RunController& runs, QObject* parent);

  [[nodiscard]] static bool canTake(const QMimeData& data);
  void drop(const QMimeData& data);
  void paste();
  /// Opens a path, a file: URL, as menus of a desktop pass on, or a link of a plan; returns false if the
  /// plan is unchanged.
  bool openUrl(const QString& text);

 signals:
  void failed(const QString& sentence);

 private:
  void takeText(const QString& text, const QString& name);

  FileController& files_;
  RunController& runs_;
};

}  // namespace zp
