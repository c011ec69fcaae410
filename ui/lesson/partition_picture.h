// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/lesson/lesson.h"

class QPainter;

namespace zp {

/// The GPUs side by side, each with the model states stacked, at a height proportional to their size. The
/// filled part is what a GPU keeps; host memory and drives are shown below if they keep anything.
class PartitionPicture : public QWidget {
 public:
  explicit PartitionPicture(QWidget* parent = nullptr);

  void setLesson(const Lesson& lesson);
  [[nodiscard]] QSize sizeHint() const override { return {560, 460}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {380, 300}; }

  /// Return the rectangle of a state on GPU `gpu`, and its filled part.
  [[nodiscard]] QRectF placeOf(int gpu, std::size_t state) const;
  [[nodiscard]] QRectF filledOf(int gpu, std::size_t state) const;
  /// Returns the number of GPUs that have their own column.
  [[nodiscard]] int shownGpus() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] QRectF columnOf(int gpu) const;
  [[nodiscard]] QRectF belowOf(Place place) const;
  void paintGpu(QPainter& painter, int gpu) const;
  void paintNames(QPainter& painter) const;
  void paintBelow(QPainter& painter, Place place) const;

  Lesson lesson_;
};

}  // namespace zp
