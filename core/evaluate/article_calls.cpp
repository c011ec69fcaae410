// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/article_calls.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/catalog/catalog.h"
#include "core/plan_file/plan_from_config.h"
#include "core/rules/check_plan.h"
#include "core/search/recommend.h"
#include "core/sharding/edits.h"
#include "core/text/config_text.h"

namespace zp {
namespace {

constexpr double bits_per_byte = 8;

/// Returns the call as a plan: 80 GB A100s in one node, as in the article, with a link of its bandwidth; fp16
/// and checkpointing, as its function assumes; the target batch with micro batch 1.
Plan plan_of(const ArticleGeneratorInput& input) {
  Plan plan;
  plan = edits::set_parameters(plan, static_cast<std::int64_t>(input.model_size_billions * 1e9));
  plan = edits::set_gpus_per_node(plan, input.gpus);
  plan =
      edits::set_link_speed(plan, edits::LinkPlace::intra_node, input.network_bandwidth_gbps / bits_per_byte);
  plan.training.precision = Precision::fp16;
  plan.training.activation_checkpointing = Checkpointing::full;
  plan.training.gradient_accumulation_steps =
      std::max<std::int64_t>(article_target_batch_size / input.gpus, 1);
  return plan;
}

/// Returns the ds_config of one of the article's configurations, with optimizer offload to the host and
/// weights on drives as the candidate states.
std::string config_of(const ArticleCandidate& candidate) {
  std::string zero = R"({"stage": )" + std::to_string(candidate.stage);
  if (candidate.use_cpu_offload) zero += R"(, "offload_optimizer": {"device": "cpu"})";
  if (candidate.use_nvme_offload) zero += R"(, "offload_param": {"device": "nvme"})";
  return R"({"fp16": {"enabled": true}, "zero_optimization": )" + zero + "}}";
}

std::vector<Finding> findings_of(const Plan& plan) {
  std::vector<Finding> findings = check(plan);
  std::erase_if(findings, [](const Finding& finding) { return finding.severity > Severity::ignored; });
  return findings;
}

/// Returns the configuration with the fastest micro batch that fits, at the same global batch.
ArticleConfiguration configured(const ArticleCandidate& candidate, const Plan& base) {
  Plan plan = plan_from_config(read_config_text(config_of(candidate)).root, {base, {}}).document.plan;
  const std::int64_t batch = base.training.micro_batch_size * base.training.gradient_accumulation_steps;
  ArticleConfiguration best;
  for (std::int64_t size = 1; size <= batch; size *= 2) {
    if (batch % size != 0) continue;
    plan.training.micro_batch_size = size;
    plan.training.gradient_accumulation_steps = batch / size;
    ArticleConfiguration configuration{candidate, plan, figures_of(plan), findings_of(plan)};
    if (size == 1 || (configuration.runs() && configuration.figures.time.total < best.figures.time.total))
      best = std::move(configuration);
  }
  return best;
}

int index_of(const std::vector<ArticleConfiguration>& tried, const ArticleRecommendation& choice) {
  const auto found = std::ranges::find_if(tried, [&](const ArticleConfiguration& configuration) {
    return configuration.candidate.stage == choice.stage &&
           configuration.candidate.use_cpu_offload == choice.use_cpu_offload &&
           configuration.candidate.use_nvme_offload == choice.use_nvme_offload;
  });
  return found == tried.end() ? -1 : static_cast<int>(found - tried.begin());
}

ArticleCall answered(const ArticleGeneratorInput& input) {
  ArticleCall call;
  call.input = input;
  call.plan = plan_of(input);
  for (const ArticleCandidate& candidate : article_candidates(input))
    call.tried.push_back(configured(candidate, call.plan));
  call.returned = article_recommendation(input);
  if (call.returned) call.chosen = index_of(call.tried, *call.returned);
  if (input == article_printed_recommendation_input) {
    call.printed = article_printed_recommendation;
    call.printed_choice = index_of(call.tried, *call.printed);
  }
  const Recommendation ours = recommend(call.plan);
  if (ours.candidates.empty()) return call;
  // Plans that are the wrong tool are compared too, because the article recommends some.
  const auto is_ours = [&](const Candidate& candidate) {
    return pick_of(candidate.plan) == (ours.choice.best ? *ours.choice.best : *ours.choice.plainest).pick;
  };
  const Candidate& best = *std::ranges::find_if(ours.candidates, is_ours);
  call.ours = best.plan;
  call.our_figures = best;
  return call;
}

}  // namespace

std::vector<ArticleCall> article_calls() {
  std::vector<ArticleCall> calls;
  calls.reserve(article_example_calls.size());
  for (const ArticleGeneratorInput& input : article_example_calls)
    calls.push_back(answered(input));
  return calls;
}

}  // namespace zp
