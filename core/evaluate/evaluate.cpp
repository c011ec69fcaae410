// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/evaluate.h"

#include <algorithm>
#include <iterator>

#include "core/advice/remedies.h"
#include "core/evaluate/search_freedom.h"
#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"

namespace zp {
namespace {

void append(std::vector<Finding>& list, std::vector<Finding> more) {
  std::ranges::move(more, std::back_inserter(list));
}

/// Fills in the members that need a plan which can be estimated.
void count(Evaluation& evaluation, WayOutSearch search) {
  const Plan& plan = evaluation.document.plan;
  evaluation.figures = figures_of(plan);
  evaluation.candidates = compare(plan);
  const Candidate& own = candidate_with(evaluation.candidates, strategy_of(plan));
  evaluation.selected = static_cast<int>(&own - evaluation.candidates.data());
  evaluation.largest_micro_batch = own.largest_micro_batch;
  evaluation.config = exported_config(evaluation.document);
  append(evaluation.findings, evaluation.config.findings);
  append(evaluation.findings, advice(plan, evaluation.figures, evaluation.candidates, search,
                                     with_open_batch({}, evaluation.document)));
}

}  // namespace

Evaluation evaluate(const PlanDocument& document, WayOutSearch search) {
  Evaluation evaluation;
  evaluation.document = document;
  evaluation.findings = check(document);
  evaluation.not_counted = not_counted(document);
  evaluation.is_usable = is_usable(evaluation.findings);
  append(evaluation.findings, unknown_keys(document.text));
  append(evaluation.findings, assumed_gpu(document));
  if (evaluation.is_usable) count(evaluation, search);
  settle_remedies(document, evaluation.findings);
  sort_worst_first(evaluation.findings);
  return evaluation;
}

const Finding* Evaluation::stop() const {
  if (findings.empty()) return nullptr;
  const Finding& worst = findings.front();
  const bool is_stop = worst.severity == Severity::refused ||
                       (worst.severity == Severity::fails_later && is_usable && figures.estimate.fits());
  return is_stop ? &worst : nullptr;
}

}  // namespace zp
