// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

/// The batch that elasticity chooses (deepspeed/elasticity/elasticity.py).
namespace zp::config_check {

struct ElasticRequest {
  std::vector<std::int64_t> micro_batches;  ///< each above 0
  std::int64_t max_batch = 2000;
  std::int64_t min_gpus = 1, max_gpus = 10000;
  std::int64_t gpus_per_node = 1, model_parallel = 1;
  bool prefer_larger = true;
  bool by_node = false;  ///< true for version 0.2
  /// If true, a common multiple of the micro batches is a candidate even above max_batch.
  bool keeps_large_multiple = false;
};

struct ElasticChoice {
  bool too_large = false;  ///< true if there are too many numbers of ranks to enumerate
  std::int64_t batch = 0;
  std::vector<std::int64_t> valid_ranks;  ///< numbers of data-parallel ranks, ascending
};

/// Returns the result of compute_elastic_config without its checks. Precondition: every micro batch is at
/// most `max_batch`.
ElasticChoice elastic_choice(const ElasticRequest& request, std::int64_t ranks);

}  // namespace zp::config_check
