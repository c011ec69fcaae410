// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/tutorial/marks.h"

namespace zp {

/// Frames and numbers over a live window, as in a tutorial's picture. Mouse events pass through it; the next
/// mouse press or key removes it.
class StepOverlay : public QWidget {
  Q_OBJECT

 public:
  explicit StepOverlay(QWidget* window);

  /// Draws the marks over the window's present content.
  void mark(const std::vector<Mark>& marks);
  [[nodiscard]] const std::vector<Mark>& marks() const { return marks_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  std::vector<Mark> marks_;
  std::vector<QRectF> numbers_;
};

}  // namespace zp
