// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/units/quantity.h"

/// Reproduces the two Python functions and the hand-made table of the article "DeepSpeed ZeRO:
/// Memory-Efficient Distributed Training" (7 May 2025) to the last bit, mistakes included, and also holds the
/// output that the article prints. The functions divide by 2^30 and call the result GB; it is named GiB here.
/// The table uses GB of 10^9 bytes.
namespace zp {

/// The result of estimate_memory_usage.
struct ArticleMemoryUsage {
  int stage = 0;
  double params_gib = 0;
  double gradients_gib = 0;
  double optimizer_states_gib = 0;
  double activations_gib = 0;
  double overhead_gib = 0;
  double total_per_gpu_gib = 0;
  bool fits_on_80gb_gpu = false;  ///< total_per_gpu_gib < 80
  bool operator==(const ArticleMemoryUsage&) const = default;
};

/// Runs estimate_memory_usage of section "Using the Memory Estimator". A stage other than 1, 2 and 3
/// partitions nothing. As in the article, parameters count 2 bytes for the word "float16" and 4 for any other
/// word, even "bfloat16"; an optimizer element counts 4 bytes for "float32" and 8 for any other word.
/// Precondition: gpus ≥ 1, at most 10^14 parameters.
ArticleMemoryUsage article_memory_usage(Params parameters, int gpus, int stage,
                                        bool activation_checkpointing = true,
                                        std::string_view dtype_params = "float32",
                                        std::string_view dtype_optimizer = "float32");

/// Arguments of recommend_zero_config, without target_batch_size, which the function never reads.
struct ArticleGeneratorInput {
  double model_size_billions = 0;
  int gpus = 1;                        ///< ≥ 1
  double gpu_memory_gib = 80;          ///< called gpu_memory_gb in the article, which compares it with GiB
  double network_bandwidth_gbps = 20;  ///< gigabits per second; 0 or less means communication is free
  bool operator==(const ArticleGeneratorInput&) const = default;
};

/// One of the nine configurations that recommend_zero_config tries.
struct ArticleCandidate {
  int stage = 1;
  bool use_cpu_offload = false;
  bool use_nvme_offload = false;
  double memory_per_gpu_gib = 0;
  double slowdown_percent = 0;  ///< at most 50
  double score = 0;             ///< GiB + slowdown_percent / 100, the lower the better
  bool fits = false;
  bool operator==(const ArticleCandidate&) const = default;
};

/// The result of recommend_zero_config.
struct ArticleRecommendation {
  int stage = 1;
  bool use_cpu_offload = false;
  bool use_nvme_offload = false;
  std::int64_t recommended_batch_size = 1;
  double expected_memory_per_gpu_gib = 0;
  double expected_slowdown_percent = 0;
  bool operator==(const ArticleRecommendation&) const = default;
};

/// Returns the configurations in the order in which the function tries them: stages 1, 2, 3, each without
/// offload, with NVMe offload, with CPU offload. Source: recommend_zero_config, section "The ZeRO
/// Configuration Generator".
std::array<ArticleCandidate, 9> article_candidates(const ArticleGeneratorInput& input);

/// Runs recommend_zero_config. Returns the candidate with the lowest score among those that fit, the first
/// one on a tie, or nullopt if none fits (the Python function prints an error and returns None). Same source.
std::optional<ArticleRecommendation> article_recommendation(const ArticleGeneratorInput& input);

/// One column of the box "Memory Partitioning Across Stages", per GPU, in GB of 10^9 bytes.
struct ArticleTableRow {
  int stage = 0;  ///< 0 = standard data parallelism
  double parameters_gb = 0;
  double gradients_gb = 0;
  double optimizer_states_gb = 0;
  double total_gb = 0;
  bool operator==(const ArticleTableRow&) const = default;
};

/// Returns the box above for any model and GPU count, with 2, 2 and 8 bytes per parameter for weights,
/// gradients and Adam; one row for each of the stages 0 … 3. Source: sections "The Memory Problem We're
/// Solving" and "How ZeRO Stages Work"; 7 × 10^9 parameters on 4 GPUs give its 84, 42, 31.5 and 21 GB.
/// Precondition: gpus ≥ 1.
std::array<ArticleTableRow, 4> article_table(Params parameters, int gpus);

/// The article's printed output of estimate_memory_usage(7e9, 4, 2). The function itself returns other
/// figures.
inline constexpr ArticleMemoryUsage article_printed_memory_usage{.stage = 2,
                                                                 .params_gib = 14.0,
                                                                 .gradients_gib = 3.5,
                                                                 .optimizer_states_gib = 14.0,
                                                                 .activations_gib = 1.2,
                                                                 .overhead_gib = 4.1,
                                                                 .total_per_gpu_gib = 36.8,
                                                                 .fits_on_80gb_gpu = true};
inline constexpr Params article_printed_memory_usage_parameters{7'000'000'000};
inline constexpr int article_printed_memory_usage_gpus = 4;

/// The two calls of recommend_zero_config in the article. The first has target_batch_size 32; the second
/// shows no batch size, so 32 is assumed. Source: section "The ZeRO Configuration Generator".
inline constexpr std::array article_example_calls = {
    ArticleGeneratorInput{
        .model_size_billions = 7.0, .gpus = 4, .gpu_memory_gib = 80, .network_bandwidth_gbps = 200},
    ArticleGeneratorInput{
        .model_size_billions = 70.0, .gpus = 8, .gpu_memory_gib = 80, .network_bandwidth_gbps = 200}};
inline constexpr std::int64_t article_target_batch_size = 32;

/// The article's printed output for this input of recommend_zero_config. The function itself returns other
/// figures.
inline constexpr ArticleGeneratorInput article_printed_recommendation_input = article_example_calls[1];
inline constexpr ArticleRecommendation article_printed_recommendation{.stage = 3,
                                                                      .use_cpu_offload = true,
                                                                      .use_nvme_offload = false,
                                                                      .recommended_batch_size = 6,
                                                                      .expected_memory_per_gpu_gib = 45.2,
                                                                      .expected_slowdown_percent = 12.3};

}  // namespace zp
