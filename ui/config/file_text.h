// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/model/opened_config.h"
#include "ui/results/numbered_text.h"

namespace zp {

/// The text of the opened file, to be read and edited: line numbers, colours, and at each problem's line a
/// sign, a tint and a wave under the words. A tool tip describes the problem.
class FileText : public NumberedText {
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
  /// Returns the problems of that line, one sentence a paragraph; "" for none.
  [[nodiscard]] QString tipOf(int line) const override;

 protected:
  [[nodiscard]] std::optional<LineMark> markOf(int line) const override;
  void changeEvent(QEvent* event) override;

 private:
  void markSpans();
  /// Returns the worst problem of a line, nullptr if there is none.
  [[nodiscard]] const FileProblem* problemOf(int line) const;

  std::vector<FileProblem> problems_;
  class JsonHighlighter* highlighter_;
};

}  // namespace zp
