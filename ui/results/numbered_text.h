// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QPlainTextEdit>
#include <optional>

namespace zp {

/// The mark of a line: its tint, and its sign beside the number.
struct LineMark {
  QColor color;
  QIcon sign = {};
};

/// A text of a file with line numbers. A line with a mark is tinted, has a sign, and a tool tip says why.
class NumberedText : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit NumberedText(QWidget* parent = nullptr);

  /// Puts the caret at the first word of that line, counted from 0, and shows the line in the middle.
  void goToLine(int line);
  /// Returns the reason for the mark of that line, one sentence a paragraph; "" for none.
  [[nodiscard]] virtual QString tipOf(int line) const = 0;
  [[nodiscard]] int marginWidth() const;
  void paintMargin(QPaintEvent* event);

 protected:
  [[nodiscard]] virtual std::optional<LineMark> markOf(int line) const = 0;
  /// Describes the line of the caret to screen readers.
  void describeLine();
  /// Paints the marks anew.
  void updateMarks();

  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Keeps room for the line numbers, which widens with their digits. It resizes the viewport, so it is not
  /// called from a resize.
  void reserveMargin();
  void placeMargin();
  /// Calls `draw(line, rectangle)` for every visible line.
  template <class Draw>
  void forVisibleLines(Draw draw) const;

  QWidget* margin_;
};

}  // namespace zp
