// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/solving.h"

#include "core/search/choice_words.h"
#include "ui/model/choice_model.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/window/message_bar.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

QString idOf(const UnknownRow& row) { return u"plan.solve."_s + toQt(row.name); }

Solving::Solving(PlanModel& model, const ChoiceModel& choice, MessageBar& messages, QObject* parent)
    : QObject(parent), model_(model), choice_(choice), messages_(messages) {
  connect(&messages, &MessageBar::dismissed, &work_, &BackgroundWork::stop);
}

void Solving::solveFor(Unknown unknown) {
  work_.stop();
  messages_.showMessage(NoticeLevel::info, tr("%1: searching every plan…").arg(toQt(row_of(unknown).title)),
                        tr("Stop"), [this] { work_.stop(); });
  work_.begin([this, unknown, plan = model_.plan(),
               over = SolveOver{true, choice_.wanted()}](const Watch& watch) {
    return
        [this, unknown, plan, solution = solve(plan, unknown, over, watch)] { say(unknown, plan, solution); };
  });
}

void Solving::say(Unknown unknown, const Plan& origin, const std::optional<Solution>& solution) {
  const QString sentence = toQt(sentence_of(solution, unknown, origin));
  if (!solution) return messages_.showMessage(NoticeLevel::warning, sentence);
  messages_.showMessage(
      NoticeLevel::info, sentence, tr("Take it"),
      [this, unknown, plan = solution->candidate.plan, value = solution->value] {
        model_.propose(plan, {toQt(row_of(unknown).title), {}, toQt(counted(unknown, value))});
      });
}

}  // namespace zp
