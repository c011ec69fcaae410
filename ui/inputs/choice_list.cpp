// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/choice_list.h"

#include <QPainter>
#include <algorithm>

#include "ui/inputs/field_frame.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int line_padding = 6;
constexpr int heading_indent = 6;
constexpr int entry_indent = 14;

QStandardItem* heading(const QString& text) {
  auto* item = new QStandardItem(text);
  item->setFlags(Qt::NoItemFlags);
  return item;
}

bool isHeading(const QModelIndex& index) { return !index.data(ChoiceIdRole).isValid(); }

void setDoubt(QStandardItem& item, const Choice& choice) {
  const QString tip = choice.doubt.isEmpty() ? choice.tool_tip : choice.doubt;
  item.setToolTip(tip.isEmpty() ? QString() : wrappedTip({tip}));
  item.setData(choice.doubt, ChoiceDoubtRole);
  item.setAccessibleDescription(choice.doubt);
}

QStandardItem* entry(const Choice& choice, bool indented) {
  auto* item = new QStandardItem(choice.text);
  item->setData(choice.id, ChoiceIdRole);
  item->setData(choice.group, ChoiceGroupRole);
  setDoubt(*item, choice);
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

void showDoubts(QStandardItemModel& model, const std::vector<Choice>& choices) {
  for (int row = 0; row < model.rowCount(); ++row) {
    const QVariant id = model.item(row)->data(ChoiceIdRole);
    const auto choice = std::ranges::find(choices, id.toString(), &Choice::id);
    if (id.isValid() && choice != choices.end()) setDoubt(*model.item(row), *choice);
  }
}

void fillFoundModel(QStandardItemModel& model, const std::vector<Choice>& found, const QString& typed) {
  model.clear();
  for (const Choice& choice : found)
    model.appendRow(entry(choice, true));
  if (found.empty())
    model.appendRow(heading(QObject::tr("Nothing here is called “%1”").arg(typed.trimmed())));
}

void ChoiceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
  const ThemeColors& c = themeColors();
  const bool enabled = index.flags().testFlag(Qt::ItemIsEnabled);
  const bool selected = enabled && option.state.testFlag(QStyle::State_Selected);
  const bool heading = isHeading(index);
  painter->save();
  painter->fillRect(option.rect, selected ? c.accent : c.panel);
  const bool is_plain = enabled && index.data(ChoiceDoubtRole).toString().isEmpty();
  painter->setPen(selected ? c.on_accent : is_plain ? c.text : c.muted);
  painter->setFont(heading ? scaledFont(option.font, 0.9, QFont::Bold) : option.font);
  const QRect inner = option.rect.adjusted(heading ? heading_indent : entry_indent, 0, -heading_indent, 0);
  const QString text = option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, inner.width());
  painter->drawText(inner, Qt::AlignVCenter | Qt::AlignLeft, text);
  painter->restore();
}

QSize ChoiceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QSize text = option.fontMetrics.size(Qt::TextSingleLine, index.data().toString());
  return {text.width() + entry_indent + heading_indent + 2, text.height() + line_padding};
}

}  // namespace zp
