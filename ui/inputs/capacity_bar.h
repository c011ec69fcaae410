// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

namespace zp {

/// A slim bar that shows how much of a capacity is used, with a frame over the figure's range. If the
/// capacity is exceeded, the whole bar is the need, with a mark at the capacity and hatching beyond it. Text
/// next to it always states the same.
class CapacityBar : public QWidget {
  Q_OBJECT

 public:
  explicit CapacityBar(QWidget* parent = nullptr);

  /// Sets both amounts, in the same unit; a capacity of 0 or less draws an empty bar.
  void setAmounts(double used, double capacity, Verdict verdict);
  /// Sets the range, in the same unit; without a frame if both are equal.
  void setRange(double low, double high);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  double used_ = 0;
  double capacity_ = 0;
  double low_ = 0, high_ = 0;
  Verdict verdict_ = Verdict::none;
};

}  // namespace zp
