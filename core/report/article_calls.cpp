// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/evaluate/plan_difference.h"
#include "core/report/diff_words.h"
#include "core/report/key_words.h"
#include "core/report/sections_json.h"
#include "core/report/speed_words.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/settings/changed_keys.h"
#include "core/units/format.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

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

/// Returns a title: "7 B parameters on 4 × 80 GiB at 200 Gbit/s".
std::string title_of(const ArticleGeneratorInput& input) {
  return format_number(input.model_size_billions) + " B parameters on " + format_count(input.gpus) + " × " +
         format_number(input.gpu_memory_gib) + " GiB at " + format_number(input.network_bandwidth_gbps) +
         " Gbit/s";
}

/// Describes the settings: "stage 3, CPU offload".
std::string settings_of(const ArticleCandidate& candidate) {
  return "stage " + format_count(candidate.stage) + (candidate.use_cpu_offload ? ", CPU offload" : "") +
         (candidate.use_nvme_offload ? ", NVMe offload" : "");
}

/// Returns the computed reason why this planner does not choose one of the article's configurations: what is
/// lacking, what DeepSpeed refuses or ignores, or how much slower it is and which clock entry is mainly
/// responsible.
std::string reason_of(const ArticleCall& call, const ArticleConfiguration& configuration) {
  std::string text;
  if (stops(configuration.findings))
    text = sentence_of(configuration.findings.front());
  else if (!configuration.figures.estimate.fits())
    text = verdict(configuration.figures.estimate);
  else
    text = call.our_figures ? speed_reason(call, configuration) : verdict(configuration.figures.estimate);
  for (const Finding& finding : configuration.findings)
    if (finding.severity == Severity::ignored && configuration.candidate.use_nvme_offload &&
        finding.path.starts_with("zero.offload_param"))
      return text + "; DeepSpeed ignores offload_param below stage 3";
  return text;
}

Json recommendation_json(const std::optional<ArticleRecommendation>& choice) {
  if (!choice) return nullptr;
  return {{"stage", choice->stage},
          {"use_cpu_offload", choice->use_cpu_offload},
          {"use_nvme_offload", choice->use_nvme_offload},
          {"recommended_batch_size", choice->recommended_batch_size},
          {"expected_memory_per_gpu_gib", choice->expected_memory_per_gpu_gib},
          {"expected_slowdown_percent", choice->expected_slowdown_percent}};
}

Json totals_json(const Figures& figures) {
  return {{"gpu_bytes", figures.estimate.gpu.peak.value()},
          {"host_bytes_per_node", figures.estimate.cpu.needed_per_node().value()},
          {"nvme_bytes_per_node", figures.estimate.nvme.per_node.value()},
          {"fits", figures.estimate.fits()},
          {"step_s", figures.time.total},
          {"tokens_per_s", figures.throughput.tokens_per_s}};
}

Json configuration_json(const ArticleCall& call, const ArticleConfiguration& configuration) {
  return {{"stage", configuration.candidate.stage},
          {"use_cpu_offload", configuration.candidate.use_cpu_offload},
          {"use_nvme_offload", configuration.candidate.use_nvme_offload},
          {"memory_per_gpu_gib", configuration.candidate.memory_per_gpu_gib},
          {"slowdown_percent", configuration.candidate.slowdown_percent},
          {"micro_batch_size", configuration.plan.training.micro_batch_size},
          {"ours", totals_json(configuration.figures)},
          {"runs", configuration.runs()},
          {"reason", reason_of(call, configuration)}};
}

std::string their_words(const char* who, const ArticleCandidate& candidate,
                        const ArticleRecommendation& choice) {
  return "  " +
         wrapped(std::string(who) + ": " + settings_of(candidate) + ", batch " +
                     format_count(choice.recommended_batch_size) + ", " +
                     format_number(choice.expected_memory_per_gpu_gib) + " GiB per GPU, " +
                     format_percent(choice.expected_slowdown_percent / 100) + " slower",
                 98, 4) +
         "\n";
}

/// Returns the keys in which this planner's plan differs from the call's, in --set syntax.
std::string changes_of(const ArticleCall& call) {
  std::string text;
  for (const ChangedKey& key : changed_keys({call.plan, {}}, *call.ours))
    text += (text.empty() ? "Ours sets " : ", ") + key.path + " " + value_of_key(key.path, key.value);
  return "  " + wrapped(text, 98, 4) + "\n";
}

std::string our_words(const ArticleCall& call) {
  if (!call.ours) return "  Ours: nothing runs.\n";
  return "  " +
         wrapped("Ours: " + settings_line(*call.ours) + ", " +
                     format_bytes(call.our_figures->estimate.gpu.peak) + " per GPU, " +
                     speed_line(*call.our_figures),
                 98, 4) +
         "\n" + changes_of(call);
}

std::string mark(const ArticleCall& call, std::size_t index) {
  const int at = static_cast<int>(index);
  if (at != call.chosen) return at == call.printed_choice ? "printed" : "";
  return at == call.printed_choice ? "returned, printed" : "returned";
}

std::string call_text(const ArticleCall& call) {
  std::string text = "  " + title_of(call.input) + "\n";
  const auto at = [&](int index) { return call.tried[static_cast<std::size_t>(index)].candidate; };
  if (call.returned) text += their_words("Its function returns", at(call.chosen), *call.returned);
  if (call.printed) text += their_words("It prints", at(call.printed_choice), *call.printed);
  text += our_words(call);
  Table table{
      {"", "It tries", "Its GPU", "GPU", "Host per node", "Micro batch", "Step", "Which"}, {}, "llrrrrrl"};
  for (std::size_t i = 0; i < call.tried.size(); ++i) {
    const ArticleConfiguration& configuration = call.tried[i];
    table.rows.push_back({mark(call, i), settings_of(configuration.candidate),
                          format_number(configuration.candidate.memory_per_gpu_gib, 3) + " GiB",
                          format_bytes(configuration.figures.estimate.gpu.peak),
                          format_bytes(configuration.figures.estimate.cpu.needed_per_node()),
                          format_count(configuration.plan.training.micro_batch_size),
                          format_seconds(configuration.figures.time.total), reason_of(call, configuration)});
  }
  return text + aligned_table(table, 4);
}

}  // namespace

nlohmann::ordered_json article_calls_array(const std::vector<ArticleCall>& calls) {
  Json array = Json::array();
  for (const ArticleCall& call : calls) {
    Json tried = Json::array();
    for (const ArticleConfiguration& configuration : call.tried)
      tried.push_back(configuration_json(call, configuration));
    array.push_back({{"model_size_billions", call.input.model_size_billions},
                     {"gpus", call.input.gpus},
                     {"gpu_memory_gib", call.input.gpu_memory_gib},
                     {"network_bandwidth_gbit_per_s", call.input.network_bandwidth_gbps},
                     {"returned", recommendation_json(call.returned)},
                     {"printed", recommendation_json(call.printed)},
                     {"configurations", std::move(tried)},
                     {"plan", call.ours ? plan_object({*call.ours, {}}) : Json()},
                     {"ours", call.our_figures ? totals_json(*call.our_figures) : Json()}});
  }
  return array;
}

std::string article_calls_text(const std::vector<ArticleCall>& calls) {
  std::string text =
      "  Its own calls, each of its configurations as a plan: fp16, checkpointing, a batch of " +
      format_count(article_target_batch_size) + "\n";
  for (const ArticleCall& call : calls)
    text += call_text(call);
  return text;
}

}  // namespace zp
