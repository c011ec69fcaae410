// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

class QToolButton;
class QVBoxLayout;

namespace zp {

class InputRow;

/// A line "▸ Advanced (buckets, overlap)" that shows or hides the rows below it. It is closed at first, and
/// its rows are made when they are first shown or asked for.
class CollapsibleGroup : public QWidget {
  Q_OBJECT

 public:
  using MakeRows = std::function<std::vector<InputRow*>()>;
  CollapsibleGroup(const QString& title, MakeRows make, QWidget* parent = nullptr);

  /// Makes the rows, unless they are made already.
  void makeRows();
  [[nodiscard]] bool isExpanded() const;
  void setExpanded(bool expanded);

 signals:
  void toggled(bool expanded);

 private:
  QToolButton* header_;
  QWidget* content_;
  QVBoxLayout* lines_;
  MakeRows make_;  ///< empty once they are made
};

}  // namespace zp
