// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/unstated/open_setting_row.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/inputs/field_frame.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int state_height = 24;
constexpr int value_indent = 12;
constexpr int least_value = 120;  // a long word must not push the buttons out of the list

}  // namespace

OpenSettingRow::OpenSettingRow(std::size_t number, QWidget* parent)
    : QWidget(parent),
      name_(u"open."_s + QString::number(number)),
      grid_(new QGridLayout(this)),
      title_(new QLabel) {
  setObjectName(name_);
  title_->setObjectName(name_ + u".title"_s);
  title_->setFont(scaledFont(font(), 1, QFont::Bold));
  title_->setForegroundRole(QPalette::Text);
  grid_->setContentsMargins(12, 4, 12, 6);
  grid_->setHorizontalSpacing(12);
  grid_->setVerticalSpacing(3);
  grid_->setColumnMinimumWidth(0, value_indent);
  grid_->setColumnStretch(1, 1);
  grid_->addWidget(title_, 0, 0, 1, 4);
}

OpenSettingRow::Line OpenSettingRow::makeLine(int row) {
  const QString name = name_ + u'.' + QString::number(row - 1);
  const Line line{new QLabel, new QLabel, new QPushButton(row == 1 ? tr("Confirm") : tr("Use"))};
  line.value->setObjectName(name + u".value"_s);
  line.change->setObjectName(name + u".change"_s);
  line.state->setObjectName(name + u".state"_s);
  line.state->setFixedHeight(state_height);
  line.state->setAutoDefault(false);
  line.value->setMinimumWidth(least_value);
  line.value->setWordWrap(true);
  line.change->setFont(tabularFont(font()));
  line.change->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  for (QLabel* words : {line.value, line.change}) {
    words->setTextFormat(Qt::PlainText);
    words->setForegroundRole(QPalette::Text);
  }
  grid_->addWidget(line.value, row, 1);
  grid_->addWidget(line.change, row, 2);
  grid_->addWidget(line.state, row, 3);
  const std::optional<std::size_t> alternative =
      row == 1 ? std::nullopt : std::optional(static_cast<std::size_t>(row) - 2);
  connect(line.state, &QPushButton::clicked, this, [this, alternative] { emit stateRequested(alternative); });
  return line;
}

void OpenSettingRow::setSetting(const OpenSettingText& setting) {
  title_->setText(setting.title);
  setAccessibleName(setting.title);
  const std::size_t count = setting.alternatives.size() + 1;
  while (lines_.size() < count)
    lines_.push_back(makeLine(static_cast<int>(lines_.size()) + 1));
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    const bool is_shown = i < count;
    line.value->setVisible(is_shown);
    line.change->setVisible(is_shown);
    line.state->setVisible(is_shown && (i > 0 || setting.is_statable));
    if (!is_shown) continue;
    const OpenValueText& value_text = i == 0 ? setting.assumed : setting.alternatives[i - 1];
    line.value->setText(value_text.value);
    line.change->setText(value_text.change);
    for (QWidget* part : {static_cast<QWidget*>(line.value), static_cast<QWidget*>(line.change),
                          static_cast<QWidget*>(line.state)})
      setWrappedTip(*part, {value_text.tip});
    line.state->setAccessibleName(line.state->text() + u": "_s + setting.title + u", "_s + value_text.value +
                                  u", "_s + value_text.change);
  }
  recolor();
}

void OpenSettingRow::recolor() {
  if (lines_.empty()) return;
  QPalette muted = palette();
  muted.setColor(QPalette::Text, themeColors().muted);
  lines_.front().change->setPalette(muted);
}

void OpenSettingRow::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) recolor();
}

}  // namespace zp
