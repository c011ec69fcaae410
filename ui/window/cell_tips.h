// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace zp {

/// Whatever list or table of the program cuts a cell's text: the tip has the whole, unless the cell has a tip
/// of its own.
class CellTips : public QObject {
 public:
  explicit CellTips(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace zp
