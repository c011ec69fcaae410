// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/issues_list.h"

#include <QVBoxLayout>
#include <algorithm>

#include "ui/fields/fields.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/results/notice_row.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int list_height = 76;

}  // namespace

IssuesList::IssuesList(PlanModel& model, QWidget* parent) : QScrollArea(parent), model_(model) {
  setObjectName(u"issuesList"_s);
  setAccessibleName(tr("Issues"));
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  auto* content = new QWidget;
  content->setObjectName(u"issuesList.content"_s);
  content->setBackgroundRole(QPalette::Base);
  content->setAutoFillBackground(true);
  lines_ = new QVBoxLayout(content);
  lines_->setContentsMargins(0, 4, 0, 4);
  lines_->setSpacing(2);
  lines_->addStretch(1);
  setWidget(content);
  connect(&model_, &PlanModel::changed, this, &IssuesList::refresh);
  refresh();
}

QSize IssuesList::sizeHint() const { return {400, list_height}; }
QSize IssuesList::minimumSizeHint() const { return {200, list_height}; }

void IssuesList::refresh() {
  const std::vector<Notice>& notices = model_.results().notices;
  while (rows_.size() < notices.size()) {
    const std::size_t number = rows_.size();
    auto* row = new NoticeRow(number);
    lines_->insertWidget(static_cast<int>(number), row);
    connect(row, &NoticeRow::applyClicked, this, [this, number] { apply(number); });
    connect(row, &NoticeRow::showClicked, this, [this, number] {
      if (number < model_.results().notices.size())
        emit settingRequested(toQt(model_.results().notices[number].path));
    });
    rows_.push_back(row);
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    rows_[i]->setVisible(i < notices.size());
    if (i >= notices.size() || (i < shown_.size() && notices[i] == shown_[i])) continue;
    rows_[i]->setNotice(notices[i], fieldOf(notices[i].path) != nullptr);
  }
  shown_ = notices;
}

void IssuesList::apply(std::size_t index) {
  const std::vector<Notice>& notices = model_.results().notices;
  if (index >= notices.size() || !notices[index].cure) return;
  const Cure cure = *notices[index].cure;  // the list is replaced while it is applied
  model_.propose(cure.plan, {cure.name});
}

}  // namespace zp
