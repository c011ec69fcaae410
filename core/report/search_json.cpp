// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "core/evaluate/plan_sweep.h"
#include "core/export/flavours.h"
#include "core/plan_file/scenarios.h"
#include "core/report/json.h"
#include "core/report/sections_json.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the bytes that one rank moves in a step, by the link they travel over; null if there is no clock.
Json traffic_object(const Candidate& candidate) {
  if (!candidate.time.is_known) return nullptr;
  double network = 0, host = 0, drive = 0;
  for (const TimeEntry& entry : candidate.time.ledger.entries()) {
    if (entry.part == TimePart::communication) network += entry.amount;
    if (entry.resource == Resource::host_link) host += entry.amount;
    if (entry.resource == Resource::drive) drive += entry.amount / candidate.plan.cluster.gpus_per_node;
  }
  return {{"network_bytes", bytes_of(network).value()},
          {"host_bytes", bytes_of(host).value()},
          {"nvme_bytes", bytes_of(drive).value()}};
}

Json candidate_object(const PlanDocument& document, const Candidate& candidate) {
  const PlanDocument own{candidate.plan, document.text};
  const std::vector<Finding> findings = evaluate(own).findings;  // the same findings as those of `estimate`
  return {{"name", candidate.name},
          {"plan", plan_object(own)},
          {"estimate", estimate_object(own, candidate, findings)},
          {"rank", candidate.rank},
          {"reasons", candidate.reasons},
          {"label", label_of(candidate.strategy)},
          {"largest_micro_batch", candidate.largest_micro_batch},
          {"traffic_per_step", traffic_object(candidate)}};
}

Json candidate_array(const PlanDocument& document, const std::vector<Candidate>& candidates) {
  Json array = Json::array();
  for (const Candidate& candidate : candidates)
    array.push_back(candidate_object(document, candidate));
  return array;
}

}  // namespace

std::string compare_json(const Evaluation& evaluation, JsonStyle style) {
  return text_of({{"format", "zero-compare/1"},
                  {"candidates", candidate_array(evaluation.document, evaluation.candidates)}},
                 style == JsonStyle::one_line);
}

std::string scenarios_json(const PlanDocument& document, const std::vector<PlanSweepRow>& rows) {
  Json candidates = Json::array(), rejected = Json::array();
  const Scenarios scenarios = scenarios_of(document);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Scenario& scenario = scenarios.all[i];
    if (rows[i].figures)
      candidates.push_back(
          candidate_object(scenario.document, candidate_of(scenario.document.plan, scenario.name)));
    else
      rejected.push_back({{"name", scenario.name}, {"reason", rows[i].stop}});
  }
  return text_of({{"format", "zero-compare/1"},
                  {"candidates", std::move(candidates)},
                  {"rejected", std::move(rejected)}},
                 false);
}

namespace {

Json binding_object(const BindingLimit& binds) { return {{"code", binds.code}, {"title", binds.title}}; }

}  // namespace

std::string solve_json(const PlanDocument& document, const std::optional<Solution>& solution,
                       const Unsolved& unsolved, JsonStyle style) {
  Json candidates = Json::array();
  Json result = {{"format", "zero-solve/1"}};
  if (solution) {
    candidates.push_back(candidate_object(document, solution->candidate));
    result["for"] = std::string(row_of(solution->unknown).name);
    result["value"] = solution->value;
    result["refused"] = solution->refused > 0 ? Json(solution->refused) : Json(nullptr);
    result["why_refused"] = solution->why_refused.empty() ? Json(nullptr) : Json(solution->why_refused);
    result["binds"] = binding_object(solution->binds);
  } else {
    result["why"] = unsolved.why.empty() ? Json(nullptr) : Json(unsolved.why);
    result["binds"] = binding_object(unsolved.binds);
  }
  result["candidates"] = std::move(candidates);
  return text_of(result, style == JsonStyle::one_line);
}

std::string recommend_json(const PlanDocument& document, const Recommendation& recommendation,
                           JsonStyle style) {
  Json rejected = Json::array();
  for (const Rejection& rejection : recommendation.rejected)
    rejected.push_back(
        {{"name", rejection.name},
         {"reason", rejection.reason},
         {"short_by", rejection.short_by.value()},
         {"nearest_fix", rejection.nearest_fix.empty() ? Json(nullptr) : Json(rejection.nearest_fix)}});
  Json sensitivity = Json::array();
  for (const Sensitivity& one : recommendation.sensitivity)
    sensitivity.push_back({{"change", one.change},
                           {"best", one.best ? Json(one.title) : Json(nullptr)},
                           {"tokens_per_s", one.tokens_per_s > 0 ? Json(one.tokens_per_s) : Json(nullptr)},
                           {"gain", one.best ? Json(one.gain) : Json(nullptr)},
                           {"is_gain", one.is_gain}});
  Json result = {{"format", "zero-recommend/1"}, {"verdict", recommendation.verdict}};
  if (recommendation.best >= 0) result["best"] = recommendation.best;
  result["candidates"] = candidate_array(document, recommendation.candidates);
  result["rejected"] = std::move(rejected);
  result["searched"] = recommendation.choice.searched;
  result["estimated"] = recommendation.choice.estimated;
  result["frontier"] = recommendation.frontier;
  result["sensitivity"] = std::move(sensitivity);
  return text_of(result, style == JsonStyle::one_line);
}

std::string export_json(const Evaluation& evaluation, const ProgramExport& made,
                        const std::vector<std::string>& paths) {
  std::vector<Finding> findings = evaluation.findings;
  findings.insert(findings.end(), made.findings.begin(), made.findings.end());
  return text_of({{"format", "zero-export/1"},
                  {"files", paths},
                  {"launch_command", made.start},
                  {"issues", issue_array(evaluation.document, findings)}});
}

}  // namespace zp
