// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measured/diagnosis_text.h"

#include <QCoreApplication>

#include "core/report/measure_words.h"
#include "ui/measured/card_picture.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString diagnosisWords(const char* words) { return QCoreApplication::translate("Diagnosis", words); }

Sentence remedySentence(const DeathRemedy& remedy) {
  Sentence sentence{NoticeLevel::info, toQt(remedy_words(remedy))};
  if (!remedy.plan) return sentence;
  sentence.fix = toQt(remedy.label);
  sentence.fix_text = diagnosisWords("Apply");
  return sentence;
}

QString labelOfCard(const Death& death) {
  return death.rank ? diagnosisWords("GPU of rank %1").arg(*death.rank) : diagnosisWords("The GPU");
}

}  // namespace

std::optional<PlanOfLog> otherPlanOf(const Death& death, std::span<const NamedLog> logs, const Plan& plan) {
  std::optional<PlanOfLog> of_log = plan_of_log(logs[death.place.log]);
  if (of_log && of_log->plan.model.preset == plan.model.preset &&
      of_log->plan.cluster.gpu.preset == plan.cluster.gpu.preset)
    return std::nullopt;
  return of_log;
}

DiagnosisText diagnosisText(const Death& death, const Measurement& measurement,
                            std::span<const NamedLog> logs, const Plan& plan) {
  DiagnosisText text;
  text.level = death.kind == DeathKind::slow ? NoticeLevel::warning : NoticeLevel::error;
  text.place = toQt(place_text(logs, death.place));
  text.kind = toQt(death_head(death, logs)).mid(text.place.size() + 2);
  if (!text.kind.isEmpty()) text.kind.front() = text.kind.front().toUpper();
  text.cause = toQt(death.cause);
  if (!death.assumed.empty())
    text.cause += u' ' + diagnosisWords("Assumed from the log: %1.").arg(toQt(death.assumed));
  text.line = toQt(death.message);
  if (const std::optional<PlanOfLog> other = otherPlanOf(death, logs, plan)) {
    text.other_plan = Sentence{
        NoticeLevel::warning,
        diagnosisWords("The log is of %1. The plan has another model or GPU, and so do the figures below.")
            .arg(toQt(other->assumed))};
    text.other_plan->fix = diagnosisWords("Make a plan of what the log states; undo takes it back");
    text.other_plan->fix_text = diagnosisWords("Take its plan");
  }
  for (const DeathRemedy& remedy : death.remedies)
    text.remedies.push_back(remedySentence(remedy));
  if (const std::optional<CardParts> parts = card_parts(death, measurement.out_of_memory))
    text.card = cardPicture(*parts, labelOfCard(death), text.kind, text.place + u": "_s + text.line);
  return text;
}

}  // namespace zp
