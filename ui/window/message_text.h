// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QLabel;

namespace zp {

/// The text of a message: as tall as its lines up to a limit, then scrolled, and never so tall that a small
/// window has to grow.
class MessageText : public QScrollArea {
  Q_OBJECT

 public:
  explicit MessageText(QWidget* parent = nullptr);

  void setText(const QString& text);
  [[nodiscard]] QString text() const;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Returns the height of this many lines of text, in pixels.
  [[nodiscard]] int heightOf(int lines) const;

  QLabel* label_;
};

}  // namespace zp
