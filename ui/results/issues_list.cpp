// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/issues_list.h"

#include "ui/fields/fields.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int list_height = 76;

Sentence sentenceOf(const Notice& notice) {
  Sentence sentence{notice.level, notice.sentence, notice.source};
  if (!notice.fix.isEmpty()) sentence.text += u' ' + notice.fix;
  if (notice.cure) {
    sentence.settle = notice.cure->name;
    sentence.settle_text = IssuesList::tr("Apply");
  } else if (fieldOf(notice.path) != nullptr) {
    sentence.go = IssuesList::tr("Show");
    sentence.go_spoken = IssuesList::tr("Show the control of: %1").arg(notice.sentence);
  }
  return sentence;
}

}  // namespace

IssuesList::IssuesList(PlanModel& model, QWidget* parent)
    : SentenceList({u"issuesList"_s, u"notice"_s, u"show"_s, u"apply"_s}, parent), model_(model) {
  setAccessibleName(tr("Issues"));
  connect(this, &SentenceList::goRequested, this, &IssuesList::goTo);
  connect(this, &SentenceList::settleRequested, this, &IssuesList::apply);
  connect(&model_, &PlanModel::changed, this, &IssuesList::refresh);
  refresh();
}

QSize IssuesList::sizeHint() const { return {400, list_height}; }
QSize IssuesList::minimumSizeHint() const { return {200, list_height}; }

void IssuesList::refresh() {
  std::vector<Sentence> sentences;
  for (const Notice& notice : model_.results().notices)
    sentences.push_back(sentenceOf(notice));
  setSentences(sentences);
}

void IssuesList::goTo(std::size_t index) {
  emit settingRequested(toQt(model_.results().notices[index].path));
}

void IssuesList::apply(std::size_t index) {
  const Cure cure = *model_.results().notices[index].cure;  // the list is replaced while it is applied
  model_.propose(cure.plan, {cure.name});
}

}  // namespace zp
