// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/notice_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/inputs/field_frame.h"
#include "ui/results/state_icon.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int button_height = 24;  // a little more than the line beside it

}  // namespace

NoticeRow::NoticeRow(std::size_t number, QWidget* parent)
    : QWidget(parent),
      icon_(new StateIcon),
      sentence_(new QLabel),
      apply_(new QPushButton),
      show_(new QPushButton) {
  const QString name = u"notice."_s + QString::number(number);
  setObjectName(name);
  sentence_->setObjectName(name + u".sentence"_s);
  sentence_->setWordWrap(true);
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  sentence_->setForegroundRole(QPalette::Text);
  apply_->setObjectName(name + u".apply"_s);
  apply_->setText(tr("Apply"));
  apply_->setFixedHeight(button_height);
  show_->setObjectName(name + u".show"_s);
  show_->setText(tr("Show"));
  show_->setFixedHeight(button_height);
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(8, 1, 8, 1);
  line->setSpacing(8);
  line->addWidget(icon_, 0, Qt::AlignTop);
  line->addWidget(sentence_, 1, Qt::AlignTop);
  line->addWidget(show_, 0, Qt::AlignTop);
  line->addWidget(apply_, 0, Qt::AlignTop);
  connect(apply_, &QPushButton::clicked, this, &NoticeRow::applyClicked);
  connect(show_, &QPushButton::clicked, this, &NoticeRow::showClicked);
}

void NoticeRow::setNotice(const Notice& notice, bool can_show) {
  icon_->setLevel(notice.level);
  sentence_->setText(notice.fix.isEmpty() ? notice.sentence : notice.sentence + u' ' + notice.fix);
  setAccessibleName(icon_->accessibleName() + u": " + sentence_->text());
  sentence_->setToolTip(notice.source.isEmpty() ? QString()
                                                : wrappedTip({tr("Source: %1").arg(notice.source)}));
  sentence_->setAccessibleDescription(notice.source.isEmpty() ? QString()
                                                              : tr("Source: %1").arg(notice.source));
  apply_->setVisible(notice.cure.has_value());
  if (notice.cure) apply_->setToolTip(notice.cure->name);
  apply_->setAccessibleName(notice.cure ? tr("Apply: %1").arg(notice.cure->name) : QString());
  show_->setVisible(can_show && !notice.cure);
  show_->setAccessibleName(tr("Show the control of: %1").arg(notice.sentence));
}

}  // namespace zp
