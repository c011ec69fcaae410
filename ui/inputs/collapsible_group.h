// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

class QToolButton;
class QVBoxLayout;

namespace zp {

class InputRow;

/// A line "▸ Advanced (buckets, overlap)" that shows or hides the rows below it. Closed at first.
class CollapsibleGroup : public QWidget {
  Q_OBJECT

 public:
  explicit CollapsibleGroup(const QString& title, QWidget* parent = nullptr);

  void addRow(InputRow* row);
  [[nodiscard]] bool isExpanded() const;
  void setExpanded(bool expanded);

 signals:
  void toggled(bool expanded);

 private:
  QToolButton* header_;
  QWidget* content_;
  QVBoxLayout* lines_;
  std::vector<InputRow*> rows_;
};

}  // namespace zp
