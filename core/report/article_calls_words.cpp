// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/article_calls_words.h"

#include <cmath>

#include "core/evaluate/plan_difference.h"
#include "core/report/diff_words.h"
#include "core/report/words.h"
#include "core/units/format.h"

namespace zp {
namespace {

std::string speed_reason(const ArticleCall& call, const ArticleConfiguration& configuration) {
  const double ours = call.our_figures->throughput.tokens_per_s;
  const double change = configuration.figures.throughput.tokens_per_s / ours - 1;
  if (std::abs(change) < visible_share) return "fits, and is as fast as ours";
  std::string text = "fits, and is " + format_percent(std::abs(change)) +
                     (change < 0 ? " slower" : " faster") + " than ours";
  const PlanDifference difference = difference_of({*call.ours, {}}, {configuration.plan, {}});
  if (difference.times.empty()) return text;
  const TimeChange& largest = difference.times.front();
  return text + ": " + std::string(name_of(largest.id)) + " adds " + format_seconds(largest.exposed_after) +
         " to a step instead of " + format_seconds(largest.exposed_before);
}

}  // namespace

std::string title_of(const ArticleGeneratorInput& input) {
  return format_number(input.model_size_billions) + " B parameters on " + format_count(input.gpus) + " × " +
         format_number(input.gpu_memory_gib) + " GiB at " + format_number(input.network_bandwidth_gbps) +
         " Gbit/s";
}

std::string settings_of(const ArticleCandidate& candidate) {
  return "stage " + format_count(candidate.stage) + (candidate.use_cpu_offload ? ", CPU offload" : "") +
         (candidate.use_nvme_offload ? ", NVMe offload" : "");
}

std::string reason_of(const ArticleCall& call, const ArticleConfiguration& configuration) {
  std::string text;
  if (stops(configuration.findings))
    text = sentence_of(configuration.findings.front());
  else if (!configuration.figures.estimate.fits())
    text = verdict(configuration.figures.estimate);
  else
    text = call.our_figures ? speed_reason(call, configuration) : verdict(configuration.figures.estimate);
  for (const Finding& finding : configuration.findings)
    if (finding.severity == Severity::ignored && configuration.theirs.use_nvme_offload &&
        finding.path.starts_with("zero.offload_param"))
      return text + "; DeepSpeed ignores offload_param below stage 3";
  return text;
}

}  // namespace zp
