// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <vector>

#include "ui/model/opened_config.h"

namespace zp {

/// The opened file's own text, to be read and edited: line numbers, colours, and at each problem's line a
/// sign, a tint and a wave under the words. A tool tip says what is wrong there.
class FileText : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit FileText(QWidget* parent = nullptr);

  /// Another file: nothing to undo.
  void setFileText(const QString& text);
  /// The same file with a part of it changed, as one step of undo; the caret goes there.
  void replaceText(const QString& text);
  /// Exactly what is shown; QPlainTextEdit::toPlainText() makes plain spaces of others.
  [[nodiscard]] QString fileText() const;
  void setProblems(const std::vector<FileProblem>& problems);
  void goToLine(int line);
  /// What is wrong in that line, one sentence a paragraph; "" for nothing.
  [[nodiscard]] QString tipOf(int line) const;
  [[nodiscard]] int marginWidth() const;
  void paintMargin(QPaintEvent* event);

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Keeps room for the line numbers, which widens with their digits. Resizes the viewport, so it is not
  /// called from a resize.
  void reserveMargin();
  void placeMargin();
  void markSpans();
  void describeLine();
  /// The worst problem of a line, nullptr where there is none.
  [[nodiscard]] const FileProblem* problemOf(int line) const;
  /// Calls `draw(line, rectangle)` for every line in view.
  template <class Draw>
  void forVisibleLines(Draw draw) const;

  std::vector<FileProblem> problems_;
  class JsonHighlighter* highlighter_;
  QWidget* margin_;
};

}  // namespace zp
