// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/elastic_batch.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace zp::config_check {
namespace {

/// Highly composite numbers, the HCN_LIST of elasticity.py.
constexpr std::array<std::int64_t, 38> highly_composite = {
    1,     2,     4,     6,      12,     24,     36,     48,     60,     120,    180,    240,   360,
    720,   840,   1260,  1680,   2520,   5040,   7560,   10080,  15120,  20160,  25200,  27720, 45360,
    50400, 55440, 83160, 110880, 166320, 221760, 277200, 332640, 498960, 554400, 665280, 720720};
constexpr std::int64_t most_ranks_tried = 5'000'000;

std::int64_t least_common_multiple(const std::vector<std::int64_t>& numbers, std::int64_t limit) {
  std::int64_t multiple = 1;
  for (const std::int64_t number : numbers) {
    const std::int64_t step = number / std::gcd(multiple, number);
    if (multiple > limit / step) return limit + 1;
    multiple *= step;
  }
  return multiple;
}

/// Returns the batch sizes of get_candidate_batch_sizes.
std::set<std::int64_t> candidates(const std::vector<std::int64_t>& bases, std::int64_t max_batch,
                                  bool keeps_large) {
  std::set<std::int64_t> sizes;
  for (const std::int64_t base : bases) {
    if (base > max_batch) {
      if (keeps_large) sizes.insert(base);
      continue;
    }
    const auto above = std::ranges::upper_bound(highly_composite, max_batch / base);
    sizes.insert(base * *std::prev(above));
  }
  return sizes;
}

/// Returns the numbers of ranks of get_valid_gpus.
std::set<std::int64_t> valid_ranks(std::int64_t batch, const ElasticRequest& request) {
  std::set<std::int64_t> valid;
  for (const std::int64_t micro : request.micro_batches) {
    if (batch % micro != 0) continue;
    const std::int64_t most = batch / micro;
    if (request.min_gpus <= most && most <= request.max_gpus) valid.insert(most);
    for (std::int64_t ranks = request.min_gpus; ranks <= std::min(most / 2, request.max_gpus); ++ranks)
      if (most % ranks == 0) valid.insert(ranks);
  }
  return valid;
}

/// Returns the result of _get_compatible_gpus_v01.
ElasticChoice choose(ElasticRequest request) {
  const std::int64_t smallest = std::ranges::min(request.micro_batches);
  request.min_gpus = std::max<std::int64_t>(request.min_gpus, 1);
  if (request.max_gpus == 0) request.max_gpus = request.max_batch / smallest;
  ElasticChoice choice;
  if (std::min(request.max_gpus, request.max_batch / smallest) > most_ranks_tried) {
    choice.too_large = true;
    return choice;
  }
  std::vector<std::int64_t> bases = request.micro_batches;
  constexpr std::int64_t largest_multiple = 1'000'000'000'000'000;
  bases.push_back(least_common_multiple(request.micro_batches,
                                        request.keeps_large_multiple ? largest_multiple : request.max_batch));
  choice.batch = smallest;
  for (const std::int64_t batch : candidates(bases, request.max_batch, request.keeps_large_multiple)) {
    const std::set<std::int64_t> valid = valid_ranks(batch, request);
    const bool better = request.prefer_larger ? batch > choice.batch : batch < choice.batch;
    if (valid.size() < choice.valid_ranks.size() || (valid.size() == choice.valid_ranks.size() && !better))
      continue;
    choice.batch = batch;
    choice.valid_ranks.assign(valid.begin(), valid.end());
  }
  return choice;
}

/// Returns the result of _get_compatible_gpus_v02: version 0.1 applied to nodes, with a batch for exactly
/// these ranks if none of its sizes fits.
ElasticChoice choose_by_node(const ElasticRequest& request, std::int64_t ranks) {
  const std::int64_t per_node = request.gpus_per_node / request.model_parallel;
  ElasticRequest nodes = request;
  nodes.max_batch = request.max_batch / per_node;
  nodes.min_gpus = request.min_gpus / request.gpus_per_node;
  nodes.max_gpus = request.max_gpus / request.gpus_per_node;
  ElasticChoice choice;
  if (std::ranges::max(request.micro_batches) <= nodes.max_batch) {
    choice = choose(nodes);
    choice.batch *= per_node;
    for (std::int64_t& valid : choice.valid_ranks)
      valid *= per_node;
  }
  if (choice.too_large || std::ranges::binary_search(choice.valid_ranks, ranks / request.model_parallel))
    return choice;
  const double here =
      static_cast<double>(ranks) / static_cast<double>(request.gpus_per_node) * static_cast<double>(per_node);
  double chosen = request.prefer_larger ? 0 : static_cast<double>(request.max_batch);
  for (const std::int64_t micro : request.micro_batches) {
    const double smallest = static_cast<double>(micro) * here;
    const double batch = smallest > 0 ? static_cast<double>(static_cast<std::int64_t>(
                                            static_cast<double>(request.max_batch) / smallest)) *
                                            smallest
                                      : 0;
    chosen = request.prefer_larger ? std::max(chosen, batch) : std::min(chosen, batch);
  }
  choice.batch = static_cast<std::int64_t>(chosen);
  choice.valid_ranks = {static_cast<std::int64_t>(here)};
  return choice;
}

}  // namespace

ElasticChoice elastic_choice(const ElasticRequest& request, std::int64_t ranks) {
  return request.by_node ? choose_by_node(request, ranks) : choose(request);
}

}  // namespace zp::config_check
