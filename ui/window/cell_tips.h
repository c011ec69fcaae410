// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace zp {

/// Tool tips with the whole text for every cell of a list or table that is cut off, unless the cell has a tip
/// of its own.
class CellTips : public QObject {
 public:
  explicit CellTips(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace zp
