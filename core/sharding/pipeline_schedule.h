// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/plan/training.h"

/// Pipeline schedules as data: how many parts of the model a rank holds, how long ranks are idle while the
/// pipeline fills and drains, and how many micro batches wait for their backward pass. Everything follows
/// from the order of passes in PyTorch's torch/distributed/pipelining/schedules.py and Megatron-LM's
/// core/pipeline_parallel/schedules.py; tests/core/sharding/pipeline_schedule_test.cpp simulates those
/// orders.
namespace zp {

/// Numbers of micro batches and ranks of a pipeline.
struct PipelineSize {
  std::int64_t ranks = 1, micro_batches = 1;
  std::int64_t chunks = 1;  ///< parts of the model on each rank
};

/// Chunks on a rank at the moment when most of them wait for weight gradients.
struct Waiting {
  std::int64_t split = 0;      ///< chunks that wait for weight gradients, besides the active one
  std::int64_t in_flight = 0;  ///< all chunks in flight, as counted by `in_flight`
};

struct ScheduleRow {
  PipelineSchedule id{};
  std::string_view torch_name;  ///< name in get_schedule_class; torchtitan's pipeline_parallel_schedule
  int fewest_chunks = 1;        ///< fewest parts of the model per rank
  int most_chunks = 1;          ///< most parts of the model per rank; 0 = any number
  bool folds = false;  ///< the first rank holds the first and the last part (V shape), not parts 1, p + 1, …
  bool splits_backward = false;    ///< weight gradients are computed later than input gradients
  bool needs_rounds = false;       ///< the number of micro batches must be a multiple of the ranks
  std::int64_t least_batches = 1;  ///< fewest micro batches, as a multiple of the ranks
  /// Idle time of a rank per chunk of each other rank: `passes` forward and backward passes plus `forwards`
  /// forward passes. Weight gradients take as long as a forward pass and fill that much of it.
  int passes = 1, forwards = 0;
  /// Returns the largest number of chunks on a rank that wait for their backward pass.
  std::int64_t (*in_flight)(const PipelineSize& size, std::int64_t rank) = nullptr;
  /// Returns the chunks held when most of them wait for weight gradients; nullptr if none ever does.
  Waiting (*split)(const PipelineSize& size, std::int64_t rank) = nullptr;
};

std::span<const ScheduleRow> schedule_rows();
const ScheduleRow& row_of(PipelineSchedule schedule);

/// Returns the number of model parts per rank of the plan's pipeline; 1 without a pipeline.
[[nodiscard]] std::int64_t chunks_of(const Training& training);
/// Returns the size of the plan's pipeline.
[[nodiscard]] PipelineSize pipeline_size(const Training& training);

/// Returns how often a rank waits for one chunk of every other rank: once to fill and drain the pipeline, and
/// also between chunks if there are fewer micro batches than ranks.
[[nodiscard]] double fills_of(const ScheduleRow& row, const PipelineSize& size);

/// Returns the idle share of a step with equal stages, if a backward pass takes `backward` times as long as a
/// forward pass.
[[nodiscard]] double idle_share(const Training& training, double backward = 2);

}  // namespace zp
