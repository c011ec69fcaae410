// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/issues_list.h"

#include <QScrollBar>

#include "ui/fields/fields.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int usual_height = 90;  // two sentences of two lines each
constexpr int least_height = 76;

Sentence sentenceOf(const Finding& finding) {
  const QString message = toQt(finding.message);
  Sentence sentence{levelOf(finding.severity), message, toQt(finding.source)};
  if (!finding.fix.empty()) sentence.text += u' ' + toQt(finding.fix);
  if (finding.remedy) {
    sentence.settle = toQt(finding.remedy->label);
    sentence.settle_text = IssuesList::tr("Apply");
  } else if (fieldOf(finding.path) != nullptr) {
    sentence.go = IssuesList::tr("Show");
    sentence.go_spoken = IssuesList::tr("Show the control of: %1").arg(message);
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

QSize IssuesList::sizeHint() const { return {400, usual_height}; }
QSize IssuesList::minimumSizeHint() const { return {200, least_height}; }

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
  const Remedy remedy =
      *model_.results().issues[index].remedy;  // a copy: the list is replaced while the remedy is applied
  model_.propose(remedy.plan, {toQt(remedy.label)});
  verticalScrollBar()->setValue(0);  // shows the worst finding
}

}  // namespace zp
