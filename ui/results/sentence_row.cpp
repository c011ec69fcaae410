// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/sentence_row.h"

#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>

#include "ui/inputs/field_frame.h"
#include "ui/results/state_icon.h"
#include "ui/theme/layouts.h"
#include "ui/theme/wrapped_label.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int button_height = 24;  // slightly taller than the text line
constexpr int least_words = 80;

}  // namespace

SentenceRow::SentenceRow(const SentenceStyle& style, std::size_t number, QWidget* parent)
    : QWidget(parent),
      place_first_(style.place_first),
      icon_(new StateIcon),
      words_(new WrappedLabel),
      go_(new QPushButton),
      settle_(new QPushButton) {
  const QString name = style.row + u'.' + QString::number(number);
  setObjectName(name);
  words_->setObjectName(name + u".sentence"_s);
  words_->setForegroundRole(QPalette::Text);
  words_->setTextFormat(Qt::PlainText);
  words_->setMinimumWidth(least_words);  // a long word must not push the buttons out of the list
  if (!place_first_) words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  go_->setObjectName(name + u'.' + style.show);
  go_->setFixedHeight(button_height);
  go_->setToolTip(style.show_tip);
  settle_->setObjectName(name + u'.' + style.fix);
  settle_->setFixedHeight(button_height);
  auto* line = makeLine(this, 8, {8, 1, 8, 1});
  line->addWidget(icon_, 0, Qt::AlignTop);
  if (place_first_) line->addWidget(go_, 0, Qt::AlignTop);
  line->addWidget(words_, 1, Qt::AlignTop);
  if (!place_first_) line->addWidget(go_, 0, Qt::AlignTop);
  line->addWidget(settle_, 0, Qt::AlignTop);
  connect(go_, &QPushButton::clicked, this, &SentenceRow::goRequested);
  connect(settle_, &QPushButton::clicked, this, &SentenceRow::fixRequested);
}

void SentenceRow::setSentence(const Sentence& sentence) {
  icon_->setLevel(sentence.level);
  words_->setText(sentence.text);
  setAccessibleName(icon_->accessibleName() + u": " + sentence.text);
  const QString source = sentence.source.isEmpty() ? QString() : tr("Source: %1").arg(sentence.source);
  setWrappedTip(*words_, {source});
  go_->setVisible(!sentence.show.isEmpty());
  go_->setText(sentence.show);
  go_->setAccessibleName(sentence.show_spoken);
  settle_->setVisible(!sentence.fix.isEmpty());
  settle_->setText(sentence.fix_text);
  setWrappedTip(*settle_, {sentence.fix});
  settle_->setAccessibleName(sentence.fix_text + u": " + sentence.fix);
}

void SentenceRow::mousePressEvent(QMouseEvent* event) {
  if (place_first_ && event->button() == Qt::LeftButton) emit goRequested();
}

}  // namespace zp
