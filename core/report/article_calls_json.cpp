// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/report/article_calls_words.h"
#include "core/report/sections_json.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

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

Json configuration_json(const ArticleCall& call, const ArticleConfiguration& one) {
  return {{"stage", one.theirs.stage},
          {"use_cpu_offload", one.theirs.use_cpu_offload},
          {"use_nvme_offload", one.theirs.use_nvme_offload},
          {"memory_per_gpu_gib", one.theirs.memory_per_gpu_gib},
          {"slowdown_percent", one.theirs.slowdown_percent},
          {"micro_batch_size", one.plan.training.micro_batch_size},
          {"ours", totals_json(one.figures)},
          {"runs", one.runs()},
          {"reason", reason_of(call, one)}};
}

}  // namespace

nlohmann::ordered_json article_calls_array(const std::vector<ArticleCall>& calls) {
  Json array = Json::array();
  for (const ArticleCall& call : calls) {
    Json tried = Json::array();
    for (const ArticleConfiguration& one : call.tried)
      tried.push_back(configuration_json(call, one));
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

}  // namespace zp
