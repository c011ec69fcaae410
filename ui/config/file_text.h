// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <vector>

#include "ui/model/opened_config.h"

namespace zp {

/// The text of the opened file, to be read and edited: line numbers, colours, and at each problem's line a
/// sign, a tint and a wave under the words. A tool tip describes the problem.
class FileText : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit FileText(QWidget* parent = nullptr);

  /// Shows another file; there is nothing to undo.
  void setFileText(const QString& text);
  /// Changes a part of the same file, as one undo step; the caret goes there.
  void replaceText(const QString& text);
  /// Returns exactly what is shown; QPlainTextEdit::toPlainText() replaces special spaces by plain ones.
  [[nodiscard]] QString fileText() const;
  void setProblems(const std::vector<FileProblem>& problems);
  void goToLine(int line);
  /// Returns the problems of that line, one sentence a paragraph; "" for none.
  [[nodiscard]] QString tipOf(int line) const;
  [[nodiscard]] int marginWidth() const;
  void paintMargin(QPaintEvent* event);

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Keeps room for the line numbers, which widens with their digits. It resizes the viewport, so it is not
  /// called from a resize.
  void reserveMargin();
  void placeMargin();
  void markSpans();
  void describeLine();
  /// Returns the worst problem of a line, nullptr if there is none.
  [[nodiscard]] const FileProblem* problemOf(int line) const;
  /// Calls `draw(line, rectangle)` for every visible line.
  template <class Draw>
  void forVisibleLines(Draw draw) const;

  std::vector<FileProblem> problems_;
  class JsonHighlighter* highlighter_;
  QWidget* margin_;
};

}  // namespace zp
