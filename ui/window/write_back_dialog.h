// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QPlainTextEdit;

namespace zp {

/// Shows the lines that writing back would change, as `diff -u` does, and the settings that are not written;
/// the Write button accepts.
class WriteBackDialog : public QDialog {
  Q_OBJECT

 public:
  /// `diff`: "" if no line changes; then there is nothing to accept. `left`: one line per setting that is not
  /// written.
  WriteBackDialog(const QString& file, const QString& diff, const QString& left, QWidget* parent);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  /// Gives added and removed lines the colours of the theme.
  void colorLines();

  QPlainTextEdit* diff_;
};

}  // namespace zp
