// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace zp {

/// Text of unknown length on a few lines; if it does not fit, it ends in "…" and the tool tip has all of it.
class ElidedText : public QWidget {
  Q_OBJECT

 public:
  ElidedText(const QString& name, const QFont& font, int lines, QWidget* parent = nullptr);

  void setText(const QString& text);
  [[nodiscard]] const QString& text() const { return text_; }
  void setLines(int lines);
  [[nodiscard]] int lines() const { return lines_; }
  /// Returns the number of lines that the whole text needs at the present width, at least 1.
  [[nodiscard]] int linesOfWhole() const;

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString text_;
  int lines_;
};

}  // namespace zp
