// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/input_panel.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QScrollBar>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/inputs/collapsible_group.h"
#include "ui/inputs/fact_label.h"
#include "ui/inputs/field_frame.h"
#include "ui/inputs/input_row.h"
#include "ui/inputs/titled_panel.h"
#include "ui/model/plan_model.h"
#include "ui/model/settings.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double fact_scale = 0.95;

}  // namespace

InputPanel::InputPanel(PlanModel& model, Settings& settings, QWidget* parent)
    : QScrollArea(parent), model_(model), settings_(settings) {
  setObjectName(u"inputPanel"_s);
  setAccessibleName(tr("Plan"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);

  auto* content = new QWidget;
  content->setObjectName(u"inputPanel.content"_s);
  auto* lines = new QVBoxLayout(content);
  lines->setContentsMargins(8, 0, 8, 0);
  lines->setSpacing(0);  // the titles have enough spacing, and four groups must fit in 800 px
  for (const FieldGroup& group : fieldGroups())
    addGroup(group, *lines);
  alignLabels();
  lines->addStretch(1);
  setWidget(content);
  hideInapplicable();
  connect(&model_, &PlanModel::changed, this, &InputPanel::refresh);
}

void InputPanel::addGroup(const FieldGroup& group, QVBoxLayout& lines) {
  if (group.place == GroupPlace::folded) {
    lines.addLayout(besideAllSettings(makeFolded(group)));
    return;
  }
  if (group.place == GroupPlace::inside_folded) {
    panels_.back()->addWidget(makeFolded(group));
    return;
  }
  panels_.push_back(new TitledPanel(group.title));
  TitledPanel* panel = panels_.back();
  panel->setObjectName(group.id + u".group"_s);
  lines.addWidget(panel);
  for (InputRow* row : makeRows(group))
    panel->addRow(row);
  if (!group.fact) return;
  auto* fact = new FactLabel(group.id + u"Fact"_s, group.title, scaledFont(tabularFont(font()), fact_scale));
  fact->setStrong(false);
  panel->setFact(fact);
  facts_.push_back({&group, fact});
  refreshFacts();
}

void InputPanel::refreshFacts() {
  const PlanResults& results = model_.results();
  for (const auto& [group, label] : facts_) {
    label->setStale(results.stale);
    if (!results.has_numbers) {
      label->setFact({});
      continue;
    }
    const GroupFact fact = group->fact(results);
    label->setFact(fact.text, fact.short_text);
    setWrappedTip(*label, {fact.tip});
  }
}

std::vector<InputRow*> InputPanel::makeRows(const FieldGroup& group) {
  std::vector<InputRow*> rows;
  for (const Field& field : group.fields) {
    const BoundRow& bound = rows_.emplace_back(bindField(field, model_));
    rows.push_back(bound.row);
    for (auto* line : bound.row->findChildren<QLineEdit*>())
      line->setAcceptDrops(false);  // a file dropped on a field is meant for the window
    for (const auto& [key, action] : menu_actions_)
      if (fieldOf(key) == &field) bound.row->addAction(action);
    if (bound.greyBy && ask_) bound.greyBy(ask_);
    bound.refresh();
  }
  return rows;
}

/// Aligns the labels of all panels in one column.
void InputPanel::alignLabels() {
  int width = 0;
  for (const TitledPanel* panel : panels_)
    width = std::max(width, panel->labelWidthHint());
  for (TitledPanel* panel : panels_)
    panel->setLabelWidth(width);
}

/// Returns a line with the group's header and the button for all other settings, because there is no space
/// for a separate line.
QLayout* InputPanel::besideAllSettings(CollapsibleGroup* folded) {
  auto* all = new QToolButton;
  all->setObjectName(u"inputPanel.allSettings"_s);
  all->setText(tr("All settings…"));
  all->setAutoRaise(true);
  all->setFocusPolicy(Qt::StrongFocus);
  all->setToolTip(tr("All settings that a plan can state, to search and to edit"));
  connect(all, &QToolButton::clicked, this, &InputPanel::allSettingsRequested);
  auto* places = new QGridLayout;
  places->addWidget(folded, 0, 0);
  places->addWidget(all, 0, 0, Qt::AlignTop | Qt::AlignRight);
  return places;
}

CollapsibleGroup* InputPanel::makeFolded(const FieldGroup& group) {
  auto* folded = new CollapsibleGroup(group.title, [this, &group] { return makeRows(group); });
  folded->setObjectName(group.id + u".group"_s);
  folded->setExpanded(settings_.groupOpen(group.id, false));
  connect(folded, &CollapsibleGroup::toggled, this, [this, id = group.id](bool open) {
    settings_.setGroupOpen(id, open);
    hideInapplicable();
  });
  return folded;
}

InputRow* InputPanel::rowOf(const std::string& plan_path) const {
  const Field* field = fieldOf(plan_path);
  const auto found = std::ranges::find(rows_, field, &BoundRow::field);
  return field == nullptr || found == rows_.end() ? nullptr : found->row;
}

void InputPanel::showDoubts(const PlanChoice& choice) {
  for (const BoundRow& row : rows_)
    if (row.refreshDoubts) row.refreshDoubts(choice);
}

void InputPanel::setReachSource(const AskReach& ask) {
  ask_ = ask;
  for (const BoundRow& row : rows_)
    if (row.greyBy) row.greyBy(ask);
}

void InputPanel::addToMenu(const std::string& plan_path, QAction* action) {
  menu_actions_.emplace_back(plan_path, action);
  if (InputRow* row = rowOf(plan_path)) row->addAction(action);
}

void InputPanel::showField(const std::string& plan_path) {
  if (rowOf(plan_path) == nullptr)
    for (auto* folded : findChildren<CollapsibleGroup*>())
      folded->makeRows();
  InputRow* row = rowOf(plan_path);
  if (row == nullptr) return;
  for (QWidget* above = row->parentWidget(); above != nullptr; above = above->parentWidget())
    if (auto* folded = qobject_cast<CollapsibleGroup*>(above)) folded->setExpanded(true);
  row->show();  // even if it does not apply; it then shows the reason
  widget()->layout()->activate();
  ensureWidgetVisible(row);
  row->setFocus(Qt::ShortcutFocusReason);
}

QSize InputPanel::minimumSizeHint() const {
  const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
  return {widget()->minimumSizeHint().width() + bar, QScrollArea::minimumSizeHint().height()};
}

QSize InputPanel::sizeHint() const { return {std::max(376, minimumSizeHint().width()), 720}; }

void InputPanel::refresh() {
  for (const BoundRow& row : rows_)
    row.refresh();
  hideInapplicable();
  refreshFacts();
}

void InputPanel::hideInapplicable() {
  for (const BoundRow& bound : rows_) {
    const QWidget* group = bound.row->parentWidget();
    if (group == nullptr || qobject_cast<CollapsibleGroup*>(group->parentWidget()) == nullptr) continue;
    const bool applies = bound.row->disabledReason().isEmpty();
    if (bound.row->isHidden() == applies) bound.row->setVisible(applies);
  }
}

}  // namespace zp
