// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/model/opened_config.h"
#include "ui/results/numbered_text.h"

namespace zp {

/// The editable text of the opened file: line numbers, colours, and for each problem an icon, a tint and a
/// wavy underline. A tool tip describes the problem.
class FileText : public NumberedText {
  Q_OBJECT

 public:
  explicit FileText(QWidget* parent = nullptr);

  /// Shows another file and clears the undo history.
  void setFileText(const QString& text);
  /// Replaces the text by an edited version as one undo step; the caret moves to the change.
  void replaceText(const QString& text);
  /// Returns exactly the shown text; QPlainTextEdit::toPlainText() would replace special spaces by plain
  /// ones.
  [[nodiscard]] QString fileText() const;
  void setProblems(const std::vector<FileProblem>& problems);
  /// Returns the problems of that line, one sentence per paragraph; "" if there are none.
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
