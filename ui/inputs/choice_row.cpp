// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/choice_row.h"

#include <QLineEdit>

#include "ui/inputs/search_combo.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

ChoiceRow::ChoiceRow(const QString& name, const QString& label, const QString& tool_tip, Search search,
                     QWidget* parent)
    : InputRow(name, label, tool_tip, {}, parent), combo_(new SearchCombo(search == Search::yes)) {
  combo_->setObjectName(name + u".combo"_s);
  combo_->setAccessibleName(spokenName());
  combo_->setAccessibleDescription(tool_tip);
  if (combo_->isEditable()) combo_->lineEdit()->setAccessibleName(tr("%1, type to search").arg(spokenName()));
  setField(combo_, combo_);
  watch(combo_);
  connect(combo_, &SearchCombo::opened, this, &ChoiceRow::opened);
  connect(combo_, &SearchCombo::chosen, this, [this](const QString& id) { emit edited(id, gesture()); });
}

void ChoiceRow::setChoices(const std::vector<Choice>& choices) { combo_->setChoices(choices); }

void ChoiceRow::setDoubts(const QHash<QString, QString>& doubts) { combo_->setDoubts(doubts); }

QString ChoiceRow::current() const { return combo_->currentId(); }

void ChoiceRow::setCurrent(const QString& id) {
  if (id != current()) beginGesture();
  combo_->setCurrentId(id);
}

void ChoiceRow::showProblem(bool problem) { combo_->setInvalid(problem); }

void ChoiceRow::showReason(const QString& reason) { combo_->setReason(reason); }

}  // namespace zp
