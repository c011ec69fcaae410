// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/unstated/unstated_view.h"

#include <QAccessible>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "core/report/words.h"
#include "core/text/file_error.h"
#include "ui/model/text.h"
#include "ui/model/unstated_model.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"
#include "ui/theme/wrapped_label.h"
#include "ui/unstated/open_setting_row.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

UnstatedView::UnstatedView(UnstatedModel& unstated, QWidget* parent)
    : QWidget(parent),
      unstated_(unstated),
      head_(new WrappedLabel),
      area_(new QScrollArea),
      lines_(nullptr),
      foot_(new WrappedLabel) {
  setObjectName(u"unstatedView"_s);
  head_->setObjectName(u"unstated.head"_s);
  foot_->setObjectName(u"unstated.problem"_s);
  foot_->setTextFormat(Qt::PlainText);
  foot_->hide();
  auto* content = new QWidget;
  content->setObjectName(u"unstated.content"_s);
  content->setBackgroundRole(QPalette::Base);
  content->setAutoFillBackground(true);
  lines_ = makeColumn(content, 2, {0, 4, 0, 4});
  lines_->addStretch(1);
  area_->setObjectName(u"unstated.list"_s);
  area_->setAccessibleName(tr("Settings that the plan leaves open"));
  area_->setWidgetResizable(true);
  area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area_->setFocusPolicy(Qt::NoFocus);
  area_->setWidget(content);
  addParts(*makeColumn(this, 8), {head_, {area_, 1}, foot_});
  connect(&unstated_, &UnstatedModel::changed, this, &UnstatedView::refresh);
}

void UnstatedView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

OpenSettingRow* UnstatedView::makeRow(std::size_t number) {
  auto* row = new OpenSettingRow(number);
  lines_->insertWidget(static_cast<int>(number), row);
  connect(row, &OpenSettingRow::stateRequested, this,
          [this, number](std::optional<std::size_t> alternative) { state(number, alternative); });
  return row;
}

void UnstatedView::refresh() {
  if (!isVisible()) return;
  const std::vector<UnstatedSetting>& settings = unstated_.settings();
  std::vector<OpenSettingText> texts = openSettingTexts(settings, unstated_.plan());
  head_->setText(texts.empty()
                     ? tr("The plan states everything that would move its figures.")
                     : tr("The plan leaves %1 settings open that would move its figures: "
                          "first what decides whether it fits, then the largest effect. The odds that it "
                          "fits are %2 while those other than batch and program may have other values. State "
                          "what your run has: "
                          "the ranges and the odds narrow.")
                           .arg(texts.size())
                           .arg(toQt(odds_percent(unstated_.odds()))));
  while (rows_.size() < texts.size())
    rows_.push_back(makeRow(rows_.size()));
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    rows_[i]->setVisible(i < texts.size());
    if (i < texts.size() && (i >= shown_.size() || texts[i] != shown_[i])) rows_[i]->setSetting(texts[i]);
  }
  shown_ = std::move(texts);
}

void UnstatedView::state(std::size_t setting, std::optional<std::size_t> alternative) {
  foot_->hide();
  try {
    unstated_.state(setting, alternative);
    unstated_.finish();  // the next click must refer to the list of the new plan
  } catch (const FileError& error) {
    QPalette palette = foot_->palette();
    palette.setColor(QPalette::WindowText, themeColors().over);
    foot_->setPalette(palette);
    foot_->setText(toQt(error.what()));
    foot_->show();
    QAccessibleEvent alert(foot_, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
  }
}

}  // namespace zp
