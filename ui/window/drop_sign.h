// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace zp {

/// The sign over the whole window while something is dragged over it that can be dropped.
class DropSign : public QWidget {
 public:
  explicit DropSign(QWidget& window);

  /// Shows it over all other parts.
  void showOver();

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace zp
