// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/problem_list.h"

#include <QVBoxLayout>

#include "ui/results/problem_row.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

ProblemList::ProblemList(QWidget* parent) : QScrollArea(parent) {
  setObjectName(u"problemList"_s);
  setAccessibleName(tr("Problems of the file"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  auto* content = new QWidget;
  content->setObjectName(u"problemList.content"_s);
  content->setBackgroundRole(QPalette::Base);
  content->setAutoFillBackground(true);
  lines_ = new QVBoxLayout(content);
  lines_->setContentsMargins(0, 4, 0, 4);
  lines_->setSpacing(2);
  lines_->addStretch(1);
  setWidget(content);
}

void ProblemList::setProblems(const std::vector<FileProblem>& problems) {
  while (rows_.size() < problems.size()) {
    const std::size_t number = rows_.size();
    auto* row = new ProblemRow(number);
    lines_->insertWidget(static_cast<int>(number), row);
    connect(row, &ProblemRow::lineClicked, this, [this, number] { emit lineRequested(lineOf(number)); });
    connect(row, &ProblemRow::fixClicked, this, [this, number] { emit fixRequested(number); });
    rows_.push_back(row);
  }
  problem_lines_.clear();
  for (const FileProblem& problem : problems)
    problem_lines_.push_back(problem.line);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (i < problems.size()) rows_[i]->setProblem(problems[i]);
    rows_[i]->setVisible(i < problems.size());
  }
}

int ProblemList::lineOf(std::size_t number) const {
  return number < problem_lines_.size() ? problem_lines_[number] : 0;
}

}  // namespace zp
