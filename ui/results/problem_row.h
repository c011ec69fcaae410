// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/model/opened_config.h"

class QLabel;
class QPushButton;

namespace zp {

class StateIcon;

/// One problem: sign, line, sentence, Fix. Its parts are named "problem.<number>.line" and so on. A click
/// anywhere goes to the line.
class ProblemRow : public QWidget {
  Q_OBJECT

 public:
  explicit ProblemRow(std::size_t number, QWidget* parent = nullptr);
  void setProblem(const FileProblem& problem);

 signals:
  void lineClicked();
  void fixClicked();

 protected:
  void mousePressEvent(QMouseEvent* event) override;

 private:
  StateIcon* icon_;
  QPushButton* line_;
  QLabel* sentence_;
  QPushButton* fix_;
};

}  // namespace zp
