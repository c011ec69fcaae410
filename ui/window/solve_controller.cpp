// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/solve_controller.h"

#include "core/search/choice_words.h"
#include "ui/model/choice_model.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/window/message_bar.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

QString idOf(const UnknownRow& row) { return u"plan.solve."_s + toQt(row.name); }

SolveController::SolveController(PlanModel& model, const ChoiceModel& choice, MessageBar& messages,
                                 QObject* parent)
    : QObject(parent), model_(model), choice_(choice), messages_(messages) {
  connect(&messages, &MessageBar::dismissed, &work_, &BackgroundWork::stop);
  connect(&work_, &BackgroundWork::progressed, &messages, &MessageBar::setDone);
  connect(&model, &PlanModel::changed, this, &SolveController::follow);
}

void SolveController::solveFor(Unknown unknown) {
  work_.stop();
  unknown_ = unknown;
  const QString title = toQt(row_of(unknown).title);
  if (model_.results().stale) {
    answer_ = messages_.showMessage(
        NoticeLevel::warning, tr("%1: this plan cannot be estimated, so none can be sought.").arg(title));
    return;
  }
  messages_.showWork(tr("%1: searching every plan").arg(title), [this] { work_.stop(); });
  work_.begin([this, unknown, plan = model_.plan(),
               over = SolveOver{true, choice_.requirements()}](const Watch& watch) {
    return
        [this, unknown, plan, solution = solve(plan, unknown, over, watch)] { say(unknown, plan, solution); };
  });
}

void SolveController::follow() {
  if (work_.isBusy()) return solveFor(unknown_);
  messages_.withdraw(answer_);
}

void SolveController::say(Unknown unknown, const Plan& origin, const std::optional<Solution>& solution) {
  const QString sentence = toQt(sentence_of(solution, unknown, origin));
  if (!solution) {
    answer_ = messages_.showMessage(NoticeLevel::warning, sentence);
    return;
  }
  answer_ = messages_.showMessage(
      NoticeLevel::info, sentence, tr("Take it"),
      [this, unknown, plan = solution->candidate.plan, value = solution->value] {
        model_.propose(plan, {toQt(row_of(unknown).title), {}, toQt(counted(unknown, value))});
      });
}

}  // namespace zp
