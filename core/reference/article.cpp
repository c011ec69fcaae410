// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reference/article.h"

#include <algorithm>
#include <cstddef>

// The operations below keep the article's order, because floating point gives the same bits only in the same
// order.
namespace zp {
namespace {

constexpr double gib = static_cast<double>(bytes_per_gib);
constexpr double overhead_fraction = 0.15;
constexpr double left_by_checkpointing = 0.1;

/// Activation estimate of both functions: four bytes for every twelfth parameter.
double activation_guess(double parameters) { return (parameters / 12) * 4; }

double traffic_gib(int stage, double weights, double gradients, double states) {
  if (stage == 1) return (states / gib) * 2;
  if (stage == 2) return (gradients / gib) * 2;
  return (weights / gib) * 2;
}

ArticleCandidate candidate(const ArticleGeneratorInput& input, int stage, bool cpu_offload,
                           bool nvme_offload) {
  const double parameters = input.model_size_billions * 1e9;
  const double weights = parameters * 2, gradients = parameters * 4, states = parameters * 8;
  double activations = activation_guess(parameters);
  activations *= left_by_checkpointing;

  double gpu_weights = weights / (stage == 3 ? input.gpus : 1);
  const double gpu_gradients = gradients / (stage >= 2 ? input.gpus : 1);
  double gpu_states = states / input.gpus;
  if (cpu_offload) gpu_states *= 0.1;
  if (nvme_offload) gpu_weights *= 0.2;
  const double gpu_activations = activations / input.gpus;
  const double overhead = (gpu_weights + gpu_gradients + gpu_states + gpu_activations) * overhead_fraction;
  const double total = (gpu_weights + gpu_gradients + gpu_states + gpu_activations + overhead) / gib;

  const double bandwidth = input.network_bandwidth_gbps;
  const double seconds = bandwidth > 0 ? traffic_gib(stage, weights, gradients, states) / (bandwidth / 8) : 0;
  const double slowdown = std::min(50.0, (seconds / 0.1) * 100);
  return {.stage = stage,
          .use_cpu_offload = cpu_offload,
          .use_nvme_offload = nvme_offload,
          .memory_per_gpu_gib = total,
          .slowdown_percent = slowdown,
          .score = total + (slowdown / 100),
          .fits = total <= input.gpu_memory_gib};
}

}  // namespace

ArticleMemoryUsage article_memory_usage(Params parameters, int gpus, int stage, bool activation_checkpointing,
                                        std::string_view dtype_params, std::string_view dtype_optimizer) {
  const auto count = static_cast<double>(parameters.value());
  double weights = count * (dtype_params == "float16" ? 2 : 4);
  double gradients = count * 4;
  double states = count * 2 * (dtype_optimizer == "float32" ? 4 : 8);
  if (stage >= 1 && stage <= 3) states = states / gpus;
  if (stage == 2 || stage == 3) gradients = gradients / gpus;
  if (stage == 3) weights = weights / gpus;

  double activations = activation_guess(count);
  if (activation_checkpointing) activations = activations * left_by_checkpointing;
  const double overhead = (weights + gradients + states + activations) * overhead_fraction;
  const double total = (weights + gradients + states + activations + overhead) / gib;
  return {.stage = stage,
          .params_gib = weights / gib,
          .gradients_gib = gradients / gib,
          .optimizer_states_gib = states / gib,
          .activations_gib = activations / gib,
          .overhead_gib = overhead / gib,
          .total_per_gpu_gib = total,
          .fits_on_80gb_gpu = total < 80};
}

std::array<ArticleCandidate, 9> article_candidates(const ArticleGeneratorInput& input) {
  std::array<ArticleCandidate, 9> all;
  std::size_t i = 0;
  for (const int stage : {1, 2, 3}) {
    all[i++] = candidate(input, stage, false, false);
    all[i++] = candidate(input, stage, false, true);
    all[i++] = candidate(input, stage, true, false);
  }
  return all;
}

std::optional<ArticleRecommendation> article_recommendation(const ArticleGeneratorInput& input) {
  const auto all = article_candidates(input);
  const ArticleCandidate* best = nullptr;
  for (const ArticleCandidate& article_candidate : all)
    if (article_candidate.fits && (best == nullptr || article_candidate.score < best->score))
      best = &article_candidate;
  if (best == nullptr) return std::nullopt;

  const double free_bytes = (input.gpu_memory_gib - best->memory_per_gpu_gib) * 0.8 * gib;
  constexpr double bytes_per_sample = 4096;
  const auto batch = static_cast<std::int64_t>(free_bytes / bytes_per_sample);
  return ArticleRecommendation{.stage = best->stage,
                               .use_cpu_offload = best->use_cpu_offload,
                               .use_nvme_offload = best->use_nvme_offload,
                               .recommended_batch_size = std::max<std::int64_t>(1, batch),
                               .expected_memory_per_gpu_gib = best->memory_per_gpu_gib,
                               .expected_slowdown_percent = best->slowdown_percent};
}

std::array<ArticleTableRow, 4> article_table(Params parameters, int gpus) {
  const double billions = static_cast<double>(parameters.value()) / bytes_per_gb;
  std::array<ArticleTableRow, 4> rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ArticleTableRow& row = rows[i];
    row.stage = static_cast<int>(i);
    row.parameters_gb = 2 * billions / (i >= 3 ? gpus : 1);
    row.gradients_gb = 2 * billions / (i >= 2 ? gpus : 1);
    row.optimizer_states_gb = 8 * billions / (i >= 1 ? gpus : 1);
    row.total_gb = row.parameters_gb + row.gradients_gb + row.optimizer_states_gb;
  }
  return rows;
}

}  // namespace zp
