// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/issues_list.h"

#include <QScrollBar>
#include <algorithm>
#include <optional>
#include <utility>

#include "core/advice/advice.h"
#include "core/search/choice_words.h"
#include "core/units/format.h"
#include "ui/fields/fields.h"
#include "ui/model/choice_model.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int usual_height = 90;  // two sentences of two lines each
constexpr int least_height = 76;

}  // namespace

IssuesList::IssuesList(PlanModel& model, ChoiceModel& choice, QWidget* parent)
    : SentenceList({u"issuesList"_s, u"notice"_s, u"show"_s, u"apply"_s}, parent),
      model_(model),
      choice_(choice) {
  setAccessibleName(tr("Issues"));
  connect(this, &SentenceList::goRequested, this, &IssuesList::goTo);
  connect(this, &SentenceList::fixRequested, this, &IssuesList::apply);
  connect(&model_, &PlanModel::changed, this, &IssuesList::refresh);
  connect(&choice_, &ChoiceModel::changed, this, &IssuesList::followChoice);
  connect(&choice_, &ChoiceModel::outlookChanged, this, &IssuesList::followChoice);
  refresh();
  followChoice();
}

QSize IssuesList::sizeHint() const { return {400, usual_height}; }
QSize IssuesList::minimumSizeHint() const { return {200, least_height}; }

void IssuesList::followChoice() {
  const WayOut before = way_out_;
  if (choice_.isLong() || choice_.isCancelled()) {
    way_out_ = {};
    is_apply_awaited_ = false;
  } else if (!choice_.isCurrent()) {
    return;
  } else if (const std::optional<Option>& best = choice_.choice().best) {
    const QString what = tr("Use %1").arg(toQt(title_of(*best, choice_.choice().present.pick)));
    way_out_ = {tr("%1: %2 per GPU.").arg(what, toQt(format_bytes(choice_.shownMemory(*best)))), what};
  } else if (const Sensitivity* change = choice_.wayOut()) {
    const QString what = toQt(change->change);
    const bool is_wrong_tool = choice_.choice().kind == VerdictKind::wrong_tool;
    way_out_ = {(is_wrong_tool ? tr("%1 Better with: %2. %3").arg(toQt(choice_.choice().why_wrong_tool))
                               : tr("No plan fits as it is; one does with: %1. %2"))
                    .arg(what, toQt(change->title)),
                change->of_the_program ? what : QString()};
  } else {
    const PlanChoice& choice = choice_.choice();
    way_out_ = {choice.kind == VerdictKind::nothing_fits
                    ? toQt(no_way_out)
                    : tr("The best plan fits. %1").arg(toQt(choice.why_wrong_tool)),
                {}};
  }
  const std::vector<Finding>& issues = model_.results().issues;
  if (way_out_ != before && std::ranges::any_of(issues, needs_best_plan)) refresh();
  if (choice_.isCurrent() && std::exchange(is_apply_awaited_, false) && choice_.choice().best)
    choice_.adopt(*choice_.choice().best);
}

Sentence IssuesList::sentenceOf(const Finding& finding) const {
  const QString message = toQt(finding.message);
  Sentence sentence{levelOf(finding.severity), message, toQt(finding.source)};
  const WayOut own{toQt(finding.fix), finding.remedy ? toQt(finding.remedy->label) : QString()};
  const WayOut& out = needs_best_plan(finding) ? way_out_ : own;
  if (!out.words.isEmpty()) sentence.text += u' ' + out.words;
  if (!out.label.isEmpty()) {
    sentence.fix = out.label;
    sentence.fix_text = tr("Apply");
  } else if (fieldOf(finding.path) != nullptr) {
    sentence.show = tr("Show");
    sentence.show_spoken = tr("Show the control of: %1").arg(message);
  }
  return sentence;
}

void IssuesList::refresh() {
  std::vector<Sentence> sentences;
  for (const Finding& finding : model_.results().issues)
    sentences.push_back(sentenceOf(finding));
  for (const UncountedKey& key : model_.results().evaluation.not_counted)
    sentences.push_back({NoticeLevel::info, tr("Not counted: %1").arg(toQt(sentence_of(key)))});
  setSentences(sentences);
}

void IssuesList::goTo(std::size_t index) { emit settingRequested(toQt(model_.results().issues[index].path)); }

void IssuesList::apply(std::size_t index) {
  // Copies, because applying one replaces the list and the choice.
  if (const std::optional<Remedy> remedy = model_.results().issues[index].remedy) {
    model_.propose(remedy->plan, {toQt(remedy->label)});
  } else if (!choice_.isCurrent()) {
    is_apply_awaited_ = true;
  } else if (const std::optional<Option> best = choice_.choice().best) {
    choice_.adopt(*best);
  } else {
    choice_.adoptWayOut();
  }
  verticalScrollBar()->setValue(0);  // shows the worst finding
}

}  // namespace zp
