// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/pipeline_schedule.h"

#include <algorithm>
#include <array>

#include "core/units/index_of.h"

namespace zp {
namespace {

constexpr auto all_in_flight = [](const PipelineSize& size, std::int64_t) {
  return size.micro_batches * size.chunks;
};
/// Each rank runs forward passes until its first backward pass can start.
constexpr auto until_backward = [](const PipelineSize& size, std::int64_t rank) {
  return std::min(size.micro_batches, size.ranks - rank);
};
/// Micro batches enter in rounds of as many as there are ranks. Before its first backward pass, a rank runs
/// all its chunks of a round except the last, plus two for each later rank.
constexpr auto in_rounds = [](const PipelineSize& size, std::int64_t rank) {
  const std::int64_t round = size.micro_batches / std::max<std::int64_t>(1, size.micro_batches / size.ranks);
  return std::min(size.micro_batches * size.chunks,
                  (size.chunks - 1) * round + 2 * (size.ranks - 1 - rank) + 1);
};
/// Weight gradients are delayed so that every rank holds as many chunks as the first rank of 1F1B.
constexpr auto on_every_rank = [](const PipelineSize& size, std::int64_t) {
  return size.chunks * std::min(size.micro_batches, size.ranks);
};
constexpr auto one_more = [](const PipelineSize& size, std::int64_t) {
  return std::min(size.chunks * size.micro_batches, size.chunks * size.ranks + 1);
};

/// A rank delays weight gradients by as many passes as its index.
constexpr auto by_place = [](const PipelineSize& size, std::int64_t rank) {
  const std::int64_t all = on_every_rank(size, rank);
  return Waiting{std::min(rank, all - 1), all};
};
/// At the end a rank computes only input gradients for a number of chunks that is twice its index.
constexpr auto at_the_end = [](const PipelineSize& size, std::int64_t rank) {
  const std::int64_t all = on_every_rank(size, rank), last = std::min(all, size.ranks + rank);
  return Waiting{std::min(2 * rank, last - 1), last};
};
/// At the end half of a rank's last chunks, of both parts, are split into input and weight gradients.
constexpr auto half_at_the_end = [](const PipelineSize& size, std::int64_t rank) {
  const std::int64_t last = std::min(one_more(size, rank), size.ranks);
  return Waiting{std::min(rank, last - 1), last};
};

constexpr std::array<ScheduleRow, 7> table = {
    {{.id = PipelineSchedule::one_f_one_b, .torch_name = "1F1B", .in_flight = until_backward},
     {.id = PipelineSchedule::gpipe, .torch_name = "GPipe", .in_flight = all_in_flight},
     {.id = PipelineSchedule::interleaved,
      .torch_name = "Interleaved1F1B",
      .fewest_chunks = 2,
      .most_chunks = 0,
      .needs_rounds = true,
      .in_flight = in_rounds},
     {.id = PipelineSchedule::looped_bfs,
      .torch_name = "LoopedBFS",
      .fewest_chunks = 2,
      .most_chunks = 0,
      .in_flight = all_in_flight},
     {.id = PipelineSchedule::interleaved_zero_bubble,
      .torch_name = "InterleavedZeroBubble",
      .fewest_chunks = 2,
      .most_chunks = 0,
      .splits_backward = true,
      .needs_rounds = true,
      .passes = 1,
      .forwards = -2,
      .in_flight = on_every_rank,
      .split = by_place},
     {.id = PipelineSchedule::zbv,
      .torch_name = "ZBVZeroBubble",
      .fewest_chunks = 2,
      .most_chunks = 2,
      .folds = true,
      .splits_backward = true,
      .passes = 1,
      .forwards = -2,
      .in_flight = on_every_rank,
      .split = at_the_end},
     {.id = PipelineSchedule::dualpipev,
      .torch_name = "DualPipeV",
      .fewest_chunks = 2,
      .most_chunks = 2,
      .folds = true,
      .splits_backward = true,
      .least_batches = 2,
      .passes = 2,
      .forwards = -5,
      .in_flight = one_more,
      .split = half_at_the_end}}};

}  // namespace

std::span<const ScheduleRow> schedule_rows() { return table; }
const ScheduleRow& row_of(PipelineSchedule schedule) { return table[index_of(schedule)]; }

std::int64_t chunks_of(const Training& training) {
  if (training.pipeline_parallel <= 1) return 1;
  const ScheduleRow& row = row_of(training.pipeline_schedule);
  const int chunks = std::max(training.pipeline_chunks, row.fewest_chunks);
  return row.most_chunks > 0 ? std::min(chunks, row.most_chunks) : chunks;
}

PipelineSize pipeline_size(const Training& training) {
  return {.ranks = std::max(1, training.pipeline_parallel),
          .micro_batches = std::max<std::int64_t>(1, training.gradient_accumulation_steps),
          .chunks = chunks_of(training)};
}

double fills_of(const ScheduleRow& row, const PipelineSize& size) {
  if (size.chunks == 1 || size.ranks == 1) return 1;
  const auto ranks = static_cast<double>(size.ranks), batches = static_cast<double>(size.micro_batches);
  if (row.folds) return 1 + std::max(0.0, 3 - 2 * batches / ranks);
  return 1 + static_cast<double>(size.chunks - 1) * std::max(0.0, ranks - batches) / (ranks - 1);
}

double idle_share(const Training& training, double backward) {
  const ScheduleRow& row = row_of(training.pipeline_schedule);
  const PipelineSize size = pipeline_size(training);
  const double wait = static_cast<double>(size.ranks - 1) * fills_of(row, size) *
                      (row.passes * (1 + backward) + row.forwards);
  const double work = static_cast<double>(size.micro_batches * size.chunks) * (1 + backward);
  return wait / (wait + work);
}

}  // namespace zp
