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
/// or be the output of a run. Ctrl+V reaches it from every field that no text is being written in.
class InputRouter : public QObject {
  Q_OBJECT

 public:
  InputRouter(FileController& files, RunController& runs, QObject* parent);

  [[nodiscard]] static bool canTake(const QMimeData& data);
  /// Returns true if a text is none that a field of the window could want: it has several lines, or is long.
  [[nodiscard]] static bool isForWindow(const QString& text);
  void drop(const QMimeData& data);
  void paste();
  /// Opens a path, a file: URL, as menus of a desktop pass on, or a link of a plan; returns false if the
  /// plan is unchanged.
  bool openUrl(const QString& text);

 signals:
  void failed(const QString& sentence);

 protected:
  /// Leaves Ctrl+V to the window where the focused field holds one line and the clipboard a log.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void takeText(const QString& text, const QString& name);

  FileController& files_;
  RunController& runs_;
};

}  // namespace zp
