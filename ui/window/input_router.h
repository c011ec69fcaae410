// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QMimeData;

namespace zp {

class FileController;
class RunController;

/// Passes on what is dropped, pasted or named on the command line: files, plan links, and text that contains
/// such a link, is the content of a file, or is the output of a run. Ctrl+V reaches it from every field in
/// which no text is being typed.
class InputRouter : public QObject {
  Q_OBJECT

 public:
  InputRouter(FileController& files, RunController& runs, QObject* parent);

  [[nodiscard]] static bool canTake(const QMimeData& data);
  /// Returns true if a text cannot be meant for a field of the window: it has several lines, or is long.
  [[nodiscard]] static bool isForWindow(const QString& text);
  void drop(const QMimeData& data);
  void paste();
  /// Opens a path, a file: URL (as desktop menus pass), or a plan link; returns false if the plan is
  /// unchanged.
  bool openUrl(const QString& text);

 signals:
  void failed(const QString& sentence);

 protected:
  /// Leaves Ctrl+V to the window if the focused field has one line and the clipboard contains a log, or if it
  /// is a field of numbers and the clipboard contains none.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void takeText(const QString& text, const QString& name);

  FileController& files_;
  RunController& runs_;
};

}  // namespace zp
