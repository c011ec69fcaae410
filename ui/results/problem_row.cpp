// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/problem_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>

#include "ui/inputs/field_frame.h"
#include "ui/results/state_icon.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int button_height = 24;  // a little more than the line beside it

}  // namespace

ProblemRow::ProblemRow(std::size_t number, QWidget* parent)
    : QWidget(parent),
      icon_(new StateIcon),
      line_(new QPushButton),
      sentence_(new QLabel),
      fix_(new QPushButton(tr("Fix"))) {
  const QString name = u"problem."_s + QString::number(number);
  setObjectName(name);
  line_->setObjectName(name + u".line"_s);
  line_->setFixedHeight(button_height);
  line_->setToolTip(tr("Go to this line"));
  sentence_->setObjectName(name + u".sentence"_s);
  sentence_->setWordWrap(true);
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setForegroundRole(QPalette::Text);
  fix_->setObjectName(name + u".fix"_s);
  fix_->setFixedHeight(button_height);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 1, 8, 1);
  row->setSpacing(8);
  row->addWidget(icon_, 0, Qt::AlignTop);
  row->addWidget(line_, 0, Qt::AlignTop);
  row->addWidget(sentence_, 1, Qt::AlignTop);
  row->addWidget(fix_, 0, Qt::AlignTop);
  connect(line_, &QPushButton::clicked, this, &ProblemRow::lineClicked);
  connect(fix_, &QPushButton::clicked, this, &ProblemRow::fixClicked);
}

void ProblemRow::setProblem(const FileProblem& problem) {
  const QString words = problem.word + u": " + problem.sentence;
  icon_->setLevel(problem.level);
  line_->setText(tr("Line %1").arg(problem.line + 1));
  line_->setAccessibleName(tr("Go to line %1, %2").arg(problem.line + 1).arg(words));
  sentence_->setText(words);
  setAccessibleName(icon_->accessibleName() + u": "_s + words);
  fix_->setVisible(!problem.fix.isEmpty());
  fix_->setAccessibleName(tr("Fix: %1").arg(problem.fix));
  fix_->setToolTip(wrappedTip({problem.fix}));
}

void ProblemRow::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit lineClicked();
}

}  // namespace zp
