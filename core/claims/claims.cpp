// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/claims/claims.h"

#include <algorithm>
#include <cmath>

#include "core/claims/claim_rows.h"
#include "core/estimate/ours.h"
#include "core/rules/check_plan.h"
#include "core/units/format.h"

namespace zp {
namespace claims {

std::optional<Figures> PlanFigures::usable_figures(const Plan& plan) {
  if (!is_usable(check(plan))) return std::nullopt;
  return figures_of(plan);
}

std::optional<Figures> PlanFigures::at(int stage, Device optimizer, Device parameters) const {
  const Strategy strategy{stage, optimizer, parameters, strategy_of(plan_).framework, false};
  return usable_figures(with_strategy(plan_, strategy));
}

std::string times(double ratio) { return format_number(ratio, 2) + "×"; }

std::string more_by(double ratio) {
  const double change = std::round((ratio - 1) * 1000) / 1000;
  return (change < 0 ? "−" : change > 0 ? "+" : "±") + format_percent(std::abs(change));
}

Bytes states_of(const PlanFigures& figures, const Figures& one) {
  return our_figures(figures.plan(), one.estimate).model_states_gpu_bytes;
}

std::optional<double> slower_by(const std::optional<Figures>& one, const std::optional<Figures>& other) {
  if (!one || !other || !one->time.is_known || !other->time.is_known) return std::nullopt;
  return one->time.total / other->time.total;
}

}  // namespace claims

std::string_view title_of(ClaimDocument document) {
  return document == ClaimDocument::first ? "DeepSpeed ZeRO: Memory-Efficient Distributed Training"
                                          : "DeepSpeed ZeRO Optimization Stages: A Comprehensive Analysis";
}

namespace {

/// Returns the sections in the order in which they first occur.
std::vector<std::string_view> sections_of(const std::vector<JudgedClaim>& claims) {
  std::vector<std::string_view> sections;
  for (const JudgedClaim& claim : claims)
    if (std::ranges::find(sections, claim.section) == sections.end()) sections.push_back(claim.section);
  return sections;
}

}  // namespace

std::vector<JudgedClaim> judged_claims(const Plan& plan) {
  const claims::PlanFigures figures(plan);
  std::vector<JudgedClaim> all;
  for (const auto& rows : {claims::rows_of_memory(), claims::rows_of_settings(), claims::rows_of_advice(),
                           claims::rows_of_second_document()})
    for (const claims::ClaimRow& row : rows) {
      JudgedClaim claim{row.document, row.section, row.claim, "", row.verdict, row.why};
      if (row.ours != nullptr)
        if (const std::optional<claims::ClaimFigures> ours = row.ours(figures)) {
          claim.ours = ours->text;
          claim.verdict = ours->verdict.value_or(row.verdict);
        }
      all.push_back(std::move(claim));
    }
  // Claims of a section are kept together, at the position of the first.
  const auto place = [sections = sections_of(all)](const JudgedClaim& claim) {
    return std::ranges::find(sections, claim.section) - sections.begin();
  };
  std::ranges::stable_sort(all, {}, place);
  return all;
}

}  // namespace zp
