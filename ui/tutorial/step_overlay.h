// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/tutorial/marks.h"

namespace zp {

/// Frames and numbers over a window itself, as a tutorial's picture has them. The mouse goes through it; the
/// next press of a button or a key takes it away.
class StepOverlay : public QWidget {
  Q_OBJECT

 public:
  explicit StepOverlay(QWidget* window);

  /// Over what the window shows now.
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
