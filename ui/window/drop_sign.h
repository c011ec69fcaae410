// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace zp {

/// An overlay on the whole window while something that can be dropped is dragged over it.
class DropSign : public QWidget {
 public:
  explicit DropSign(QWidget& window);

  /// Shows the overlay above all other parts.
  void showOver();

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace zp
