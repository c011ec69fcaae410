// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

class QHBoxLayout;
class QVBoxLayout;

namespace zp {

class FactLabel;
class InputRow;

/// A bold title above a framed panel of rows whose labels share one width.
class TitledPanel : public QWidget {
  Q_OBJECT

 public:
  explicit TitledPanel(const QString& title, QWidget* parent = nullptr);

  void addRow(InputRow* row);
  void addWidget(QWidget* widget);
  /// Shows a fact next to the title.
  void setFact(FactLabel* fact);

  /// Returns the widest label of its rows; panels that get the largest of these values have aligned fields.
  [[nodiscard]] int labelWidthHint() const;
  void setLabelWidth(int width);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* panel_;
  QHBoxLayout* head_;
  QVBoxLayout* lines_;
  std::vector<InputRow*> rows_;
};

}  // namespace zp
