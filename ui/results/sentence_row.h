// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/results/sentence.h"

class QLabel;
class QPushButton;

namespace zp {

class StateIcon;

/// One sentence of a list: icon, text, buttons.
class SentenceRow : public QWidget {
  Q_OBJECT

 public:
  SentenceRow(const SentenceStyle& style, std::size_t number, QWidget* parent = nullptr);

  void setSentence(const Sentence& sentence);

 signals:
  void goRequested();
  void fixRequested();

 protected:
  void mousePressEvent(QMouseEvent* event) override;

 private:
  bool place_first_;
  StateIcon* icon_;
  QLabel* words_;
  QPushButton* go_;
  QPushButton* settle_;
};

}  // namespace zp
