// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/choice_row.h"

#include <QLineEdit>
#include <algorithm>

#include "ui/inputs/choice_search.h"
#include "ui/inputs/search_combo.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr std::size_t most_offered = 4;

}  // namespace

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
  connect(combo_, &SearchCombo::chosen, this, [this](const QString& id) {
    setNote({});
    emit edited(id, gesture());
  });
  connect(combo_, &SearchCombo::asked, this, &ChoiceRow::ask);
  connect(combo_, &SearchCombo::typing, this, [this] { setNote({}); });
  connect(this, &InputRow::noteLinkActivated, combo_, &SearchCombo::choose);
}

/// Says that nothing was found, and offers similar entries.
void ChoiceRow::ask(const QString& typed, const std::vector<Choice>& named) {
  const auto shown = std::ranges::find(choices_, current(), &Choice::id);
  const QString kept = shown == choices_.end() ? tr("nothing changes") : tr("%1 stays").arg(shown->text);
  if (named.size() == 1)
    return setNote(tr("%1 cannot be chosen (%2); %3.").arg(named[0].text, named[0].reason, kept));
  const bool is_several = named.size() > most_offered;
  std::vector<Choice> offered = named.empty() ? similarChoices(choices_, typed, most_offered) : named;
  if (is_several) offered.resize(most_offered);
  std::vector<NoteLink> links;
  for (const Choice& choice : offered)
    links.push_back({choice.id, choice.text});
  if (!named.empty())
    return setNote(tr("“%1” names %2 entries, so %3.").arg(typed).arg(named.size()).arg(kept) + u' ' +
                       (is_several ? tr("Some of them:") : tr("Choose one:")),
                   links);
  setNote(
      tr("“%1” was not found, so %2.").arg(typed, kept) + (links.empty() ? QString() : u' ' + tr("Similar:")),
      links);
}

void ChoiceRow::setChoices(const std::vector<Choice>& choices) {
  choices_ = choices;
  combo_->setChoices(choices);
}

void ChoiceRow::setDoubts(const QHash<QString, QString>& doubts) { combo_->setDoubts(doubts); }

QString ChoiceRow::current() const { return combo_->currentId(); }

void ChoiceRow::setCurrent(const QString& id) {
  if (id != current()) {
    beginGesture();
    setNote({});
  }
  combo_->setCurrentId(id);
}

void ChoiceRow::showProblem(bool problem) { combo_->setInvalid(problem); }

void ChoiceRow::showReason(const QString& reason) { combo_->setReason(reason); }

}  // namespace zp
