// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <vector>

#include "ui/tutorial/marks.h"

namespace zp {

/// A control to frame.
struct MarkedControl {
  std::function<QRect()> place;  ///< returns where it is in the window now; empty if it cannot be seen
  int number = 0;                ///< 0 for a frame without a number
};

/// Frames and numbers over a live window, as in a tutorial's picture. Mouse events pass through it; the next
/// mouse press or key removes it.
class StepOverlay : public QWidget {
  Q_OBJECT

 public:
  explicit StepOverlay(QWidget* window);

  /// Draws a frame around each of the window's controls, with its number, and moves it with the control until
  /// it is hidden. A control of which nothing can be seen gets none.
  void mark(std::vector<MarkedControl> controls);
  [[nodiscard]] const std::vector<Mark>& marks() const { return marks_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();

  std::vector<MarkedControl> controls_;
  QTimer rest_;  ///< started by a change in the window; the marks are placed when it ends
  std::vector<Mark> marks_;
  std::vector<QRectF> numbers_;
};

}  // namespace zp
