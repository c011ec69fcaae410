// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <vector>

#include "ui/model/opened_config.h"

class QVBoxLayout;

namespace zp {

class ProblemRow;

/// The problems of the opened file, worst first: each with its line, to go there, and where there is a safe
/// fix, a button that makes it.
class ProblemList : public QScrollArea {
  Q_OBJECT

 public:
  explicit ProblemList(QWidget* parent = nullptr);
  void setProblems(const std::vector<FileProblem>& problems);
  [[nodiscard]] QSize sizeHint() const override { return {400, 120}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {200, 56}; }

 signals:
  void lineRequested(int line);
  void fixRequested(std::size_t problem);

 private:
  [[nodiscard]] int lineOf(std::size_t number) const;

  QVBoxLayout* lines_;
  std::vector<ProblemRow*> rows_;  ///< made once, shown as many as there are problems
  std::vector<int> problem_lines_;
};

}  // namespace zp
