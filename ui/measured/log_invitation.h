// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace zp {

/// Explains, in a dashed frame while there are no logs, which files the Measured view reads and what it
/// shows.
class LogInvitation : public QWidget {
  Q_OBJECT

 public:
  explicit LogInvitation(QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace zp
