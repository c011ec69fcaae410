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

/// A line "▸ Advanced (buckets, overlap)" that shows or hides the rows below it. Initially collapsed; its
/// rows are created when first shown or requested.
class CollapsibleGroup : public QWidget {
  Q_OBJECT

 public:
  using MakeRows = std::function<std::vector<InputRow*>()>;
  CollapsibleGroup(const QString& title, MakeRows make, QWidget* parent = nullptr);

  /// Creates the rows unless they exist.
  void makeRows();
  [[nodiscard]] bool isExpanded() const;
  void setExpanded(bool expanded);

 signals:
  void toggled(bool expanded);

 private:
  QToolButton* header_;
  QWidget* content_;
  QVBoxLayout* lines_;
  MakeRows make_;  ///< empty after the rows are created
};

}  // namespace zp
