// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

namespace zp {

/// A slim bar that shows how much of a capacity is used, with a frame over the range of that figure. Over
/// capacity the whole bar is the need, hatched beyond a mark at the capacity. There is always text beside it;
/// the bar alone conveys nothing.
class CapacityBar : public QWidget {
  Q_OBJECT

 public:
  explicit CapacityBar(QWidget* parent = nullptr);

  /// Sets both amounts, in the same unit; a capacity of 0 or less draws an empty bar.
  void setAmounts(double used, double capacity, Verdict verdict);
  /// Sets the range, in the same unit; no frame is drawn if both are equal.
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
