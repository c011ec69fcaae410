// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/choice_list.h"

#include <QFont>
#include <algorithm>

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QStandardItem* heading(const QString& text) {
  auto* item = new QStandardItem(text);
  QFont font = item->font();
  font.setBold(true);
  item->setFont(font);
  item->setFlags(Qt::NoItemFlags);
  return item;
}

QStandardItem* entry(const Choice& choice, bool indented) {
  auto* item = new QStandardItem(choice.text);
  item->setData(choice.id, ChoiceIdRole);
  item->setData(choice.group, ChoiceGroupRole);
  if (!choice.tool_tip.isEmpty()) item->setToolTip(choice.tool_tip);
  if (!choice.reason.isEmpty()) {
    item->setText(choice.text + u" — "_s + choice.reason);
    item->setEnabled(false);
  }
  item->setAccessibleText(indented ? choice.group + u", "_s + choice.text : choice.text);
  return item;
}

}  // namespace

void fillChoiceModel(QStandardItemModel& model, const std::vector<Choice>& choices) {
  model.clear();
  QString group;
  for (const Choice& choice : choices) {
    if (choice.group != group && !choice.group.isEmpty()) model.appendRow(heading(choice.group));
    group = choice.group;
    model.appendRow(entry(choice, !group.isEmpty()));
  }
}

void ChoiceFilter::setTyped(const QString& text) {
  words_ = text.split(u' ', Qt::SkipEmptyParts);
  invalidateFilter();
}

bool ChoiceFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QModelIndex index = sourceModel()->index(row, 0, parent);
  if (!index.data(ChoiceIdRole).isValid()) return false;
  const QString text = index.data(ChoiceGroupRole).toString() + u' ' + index.data(Qt::DisplayRole).toString();
  return std::all_of(words_.begin(), words_.end(),
                     [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace zp
