// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/lesson/lesson.h"

class QPainter;

namespace zp {

/// The GPUs side by side, each with the model states one above the other, as high as they are large. Filled
/// is what a GPU keeps; below stand host memory and drives where they keep something.
class PartitionPicture : public QWidget {
 public:
  explicit PartitionPicture(QWidget* parent = nullptr);

  void setLesson(const Lesson& lesson);
  [[nodiscard]] QSize sizeHint() const override { return {560, 460}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {380, 300}; }

  /// Where GPU `gpu` has its place for a state, and of that what is filled.
  [[nodiscard]] QRectF placeOf(int gpu, std::size_t state) const;
  [[nodiscard]] QRectF filledOf(int gpu, std::size_t state) const;
  /// GPUs with a column of their own.
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
