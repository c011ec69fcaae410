// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/plan/training.h"

/// Schedules of a pipeline as data: how many parts of the model each rank holds, how long ranks wait while
/// the pipeline fills and drains, and how many micro batches wait for their backward pass. All follow from
/// the orders in which PyTorch's torch/distributed/pipelining/schedules.py and Megatron-LM's
/// core/pipeline_parallel/schedules.py run the passes; tests/core/sharding/pipeline_schedule_test.cpp runs
/// those orders through a clock.
namespace zp {

/// Micro batches and ranks of a pipeline.
struct PipelineSize {
  std::int64_t ranks = 1, micro_batches = 1;
  std::int64_t chunks = 1;  ///< parts of the model on each rank
};

/// Chunks on a rank when most of them wait for the gradients of their weights.
struct Waiting {
  std::int64_t split = 0;      ///< those, beside the chunk at work
  std::int64_t in_flight = 0;  ///< all, as `in_flight` counts them
};

struct ScheduleRow {
  PipelineSchedule id{};
  std::string_view torch_name;   ///< name in get_schedule_class; torchtitan's pipeline_parallel_schedule
  int fewest_chunks = 1;         ///< parts of the model on each rank, at least
  int most_chunks = 1;           ///< likewise, at most; 0 = any number
  bool folds = false;            ///< the first rank holds the first and the last part (V), not 1, p + 1, …
  bool splits_backward = false;  ///< gradients of weights are computed later than those of inputs
  bool needs_rounds = false;     ///< micro batches must fill whole rounds of as many as ranks
  std::int64_t least_batches = 1;  ///< micro batches that it needs, as a multiple of the ranks
  /// Time that a rank waits for one chunk of each of the others: `passes` forward and backward passes, and
  /// `forwards` forward passes. Gradients of weights take as long as a forward pass, and fill that much.
  int passes = 1, forwards = 0;
  /// Returns the largest number of chunks that wait for their backward pass on a rank.
  std::int64_t (*in_flight)(const PipelineSize& size, std::int64_t rank) = nullptr;
  /// Returns what is kept when most chunks wait for gradients of weights; nullptr if none does.
  Waiting (*split)(const PipelineSize& size, std::int64_t rank) = nullptr;
};

std::span<const ScheduleRow> schedule_rows();
const ScheduleRow& row_of(PipelineSchedule schedule);

/// Returns the parts of the model that each rank of the plan's pipeline holds; 1 without a pipeline.
[[nodiscard]] std::int64_t chunks_of(const Training& training);
/// Returns the size of the plan's pipeline.
[[nodiscard]] PipelineSize pipeline_size(const Training& training);

/// Returns how often a rank waits for one chunk of all others: once to fill and drain the
/// pipeline, and between chunks, where fewer micro batches than ranks leave the others without work.
[[nodiscard]] double fills_of(const ScheduleRow& row, const PipelineSize& size);

/// Returns the share of a step that ranks of equal stages wait, if a backward pass takes `backward` times as
/// long as a forward pass.
[[nodiscard]] double idle_share(const Training& training, double backward = 2);

}  // namespace zp
