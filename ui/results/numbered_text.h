// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QPlainTextEdit>
#include <optional>

namespace zp {

/// The mark of a line: its background tint, and an icon next to the number.
struct LineMark {
  QColor color;
  QIcon sign = {};
};

/// The text of a file with line numbers. A line with a mark is tinted and has an icon and a tool tip with the
/// reason.
class NumberedText : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit NumberedText(QWidget* parent = nullptr);

  /// Moves the caret to the first word of a line, counted from 0, and centres the line.
  void goToLine(int line);
  /// Returns the reasons for the mark of that line, one sentence per paragraph; "" if there is none.
  [[nodiscard]] virtual QString tipOf(int line) const = 0;
  [[nodiscard]] int marginWidth() const;
  void paintMargin(QPaintEvent* event);

 protected:
  [[nodiscard]] virtual std::optional<LineMark> markOf(int line) const = 0;
  /// Describes the line of the caret to screen readers.
  void describeLine();
  /// Repaints the marks.
  void updateMarks();

  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Reserves the width of the line numbers, which depends on their digits. Resizes the viewport, so it must
  /// not be called during a resize.
  void reserveMargin();
  void placeMargin();
  /// Calls `draw(line, rectangle)` for every visible line.
  template <class Draw>
  void forVisibleLines(Draw draw) const;

  QWidget* margin_;
};

}  // namespace zp
