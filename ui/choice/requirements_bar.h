// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QMenu;
class QSlider;

namespace zp {

class ChoiceModel;

/// The bar for the search's objective, the odds with which the best plan must fit, and what the search may
/// change.
class RequirementsBar : public QWidget {
  Q_OBJECT

 public:
  explicit RequirementsBar(ChoiceModel& choice, QWidget* parent = nullptr);

 private:
  void addOdds(QMenu& menu);
  void addSwitches(QMenu& menu);
  void showOdds();
  void showWantedOdds();

  ChoiceModel& choice_;
  QComboBox* objective_;
  QLabel* odds_words_;
  QSlider* odds_;
};

}  // namespace zp
