// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "ui/results/unstated_text.h"

class QGridLayout;
class QLabel;
class QPushButton;

namespace zp {

/// One unstated setting: its name with the assumed value, and one line per alternative with a button that
/// sets it in the plan.
class OpenSettingRow : public QWidget {
  Q_OBJECT

 public:
  explicit OpenSettingRow(std::size_t number, QWidget* parent = nullptr);

  void setSetting(const OpenSettingText& setting);

 signals:
  /// The user chose an alternative, or the assumed value if nullopt.
  void stateRequested(std::optional<std::size_t> alternative);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Line {
    QLabel* value;
    QLabel* change;
    QPushButton* state;
  };
  Line makeLine(int row);
  void recolor();

  QString name_;
  QGridLayout* grid_;
  QLabel* title_;
  std::vector<Line> lines_;  ///< the assumed value first; reused, as many are visible as there are values
};

}  // namespace zp
