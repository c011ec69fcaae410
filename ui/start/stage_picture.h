// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariantAnimation>
#include <QWidget>

#include "ui/start/start_data.h"

namespace zp {

/// Eight GPUs at each of the four stages, filled with what they keep. A stage that is pointed at, or focused
/// with ← and →, is animated from everything to its share, if the system allows animation.
class StagePicture : public QWidget {
  Q_OBJECT

 public:
  explicit StagePicture(QWidget* parent = nullptr);

  void setStages(const std::array<StageShares, chart_stage_count>& stages);
  [[nodiscard]] int pointed() const { return pointed_; }
  /// Returns the rectangle of a stage with its name and GPUs.
  [[nodiscard]] QRectF stageRect(int stage) const;
  [[nodiscard]] QSize sizeHint() const override { return {560, 240}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {360, 176}; }

 signals:
  /// A stage is pointed at; −1 for none. `words` says what it partitions.
  void stagePointed(int stage, const QString& words);
  /// A stage was clicked, or chosen with Return.
  void stageChosen(int stage);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void point(int stage);
  [[nodiscard]] bool isNarrow() const;
  [[nodiscard]] int stageAt(QPointF pos) const;
  [[nodiscard]] std::array<double, 3> shownOf(int stage) const;
  void paintStage(QPainter& painter, int stage) const;
  void paintGpu(QPainter& painter, const QRectF& gpu, const std::array<double, 3>& held) const;

  std::array<StageShares, chart_stage_count> stages_;
  bool has_stages_ = false;
  int pointed_ = -1;
  QVariantAnimation fall_;
};

}  // namespace zp
