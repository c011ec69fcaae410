// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/pipeline_schedule.h"

#include <QtTest>
#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

#include "tests/support/test_main.h"

using namespace zp;

namespace {

enum class Work : std::uint8_t { forward, inputs, weights, backward };

/// A pass over one part of the model: `inputs` and `weights` are the halves of `backward`.
struct Pass {
  Work work{};
  int part = 0, batch = 0;
};
using Order = std::vector<Pass>;

/// The order of one rank's passes, written down from what the schedules of torch
/// distributed/pipelining/schedules.py and of Megatron-LM do.
class RankOrder {
 public:
  RankOrder(const ScheduleRow& row, int ranks, int batches, int chunks, int rank)
      : row_(row), ranks_(ranks), batches_(batches), chunks_(chunks), rank_(rank) {}

  Order order() {
    switch (row_.id) {
      case PipelineSchedule::one_f_one_b:
        rounds(std::min(batches_, ranks_ - rank_ - 1), 1);
        break;
      case PipelineSchedule::gpipe:
      case PipelineSchedule::looped_bfs:
        all_forward_first();
        break;
      case PipelineSchedule::interleaved:
        rounds(warm_up(2), round());
        break;
      case PipelineSchedule::interleaved_zero_bubble:
        rounds(warm_up(1), round());
        break;
      case PipelineSchedule::zbv:
        fold();
        break;
      case PipelineSchedule::dualpipev:
        fold_twice();
    }
    return made_;
  }

 private:
  int part(int chunk) const {
    return row_.folds && chunk == 1 ? 2 * ranks_ - 1 - rank_ : chunk * ranks_ + rank_;
  }
  void add(Work work, int of) {
    const int batch = done_[{work, of}]++;
    if (batch < batches_) made_.push_back({work, of, batch});
  }
  void forward(int chunk) { add(Work::forward, part(chunk)); }
  void inputs(int chunk) {
    add(Work::inputs, part(chunk));
    waiting_.push_back(part(chunk));
  }
  void weights() {
    if (waiting_.empty()) return;
    add(Work::weights, waiting_.front());
    waiting_.pop_front();
  }
  /// Both halves at once: the next pass of this part, whichever way the earlier ones went.
  void backward(int chunk) {
    const int batch = done_[{Work::inputs, part(chunk)}]++;
    ++done_[{Work::weights, part(chunk)}];
    if (batch < batches_) made_.push_back({Work::backward, part(chunk), batch});
  }

  int round() const { return batches_ / std::max(1, batches_ / ranks_); }
  int warm_up(int of_a_hop) const {
    return std::min((chunks_ - 1) * round() + of_a_hop * (ranks_ - 1 - rank_), batches_ * chunks_);
  }

  void rounds(int warm_up, int of_round) {
    const int all = batches_ * chunks_;
    const auto chunk_at = [&](int step) { return step / of_round % chunks_; };
    const auto back = [&](int step) {
      const int chunk = chunks_ - 1 - chunk_at(step);
      if (!row_.splits_backward) return backward(chunk);
      inputs(chunk);
      if (step >= rank_) weights();
    };
    for (int step = 0; step < all; ++step) {
      forward(chunk_at(step));
      if (step >= warm_up) back(step - warm_up);
    }
    for (int step = all - warm_up; step < all; ++step)
      back(step);
    while (!waiting_.empty())
      weights();
  }

  void all_forward_first() {
    for (int chunk = 0; chunk < chunks_; ++chunk)
      for (int batch = 0; batch < batches_; ++batch)
        forward(chunk);
    for (int chunk = chunks_ - 1; chunk >= 0; --chunk)
      for (int batch = 0; batch < batches_; ++batch)
        backward(chunk);
  }

  void fold() {
    const int batches = std::max(2 * ranks_ - 1, batches_);
    int first = 0, second = 0;  // forward passes
    const auto go = [&](int chunk) {
      forward(chunk);
      ++(chunk == 0 ? first : second);
    };
    for (int i = 0; i < 2 * (ranks_ - rank_) - 1; ++i)
      go(0);
    for (int i = 0; i < rank_; ++i) {
      go(1);
      go(0);
    }
    const auto halves = [&](int chunk) {
      add(Work::inputs, part(chunk));
      add(Work::weights, part(chunk));
    };
    for (int i = 0; i < ranks_ - rank_; ++i) {
      go(1);
      halves(1);
    }
    while (second < first || first < batches) {
      if (first < batches) go(0);
      halves(0);
      go(1);
      halves(1);
    }
    for (int i = 0; i < rank_; ++i) {
      add(Work::inputs, part(0));
      add(Work::inputs, part(1));
    }
    for (int i = 0; i < ranks_ - rank_; ++i)
      halves(0);
    for (const int chunk : {1, 0})
      while (done_[{Work::weights, part(chunk)}] < done_[{Work::inputs, part(chunk)}])
        add(Work::weights, part(chunk));
  }

  void fold_twice() {
    const auto both = [&](int chunk, bool splits) { splits ? inputs(chunk) : backward(chunk); };
    for (int i = 0; i < 2 * (ranks_ - rank_ - 1); ++i)
      forward(0);
    for (int i = 0; i <= rank_; ++i) {
      forward(0);
      forward(1);
    }
    for (int i = 0; i < ranks_ - rank_ - 1; ++i) {
      inputs(1);
      weights();
      forward(1);
    }
    for (int i = 0; i < batches_ - 2 * ranks_ + rank_ + 1; ++i) {
      forward(0);
      backward(1);
      forward(1);
      backward(0);
    }
    for (int i = 0; i < ranks_ - rank_ - 1; ++i) {
      backward(1);
      forward(1);
      backward(0);
    }
    bool splits = false;
    for (int i = 0; i <= rank_; ++i) {
      splits |= i == (rank_ + 1) / 2 && rank_ % 2 == 1;
      both(1, splits);
      splits |= i == (rank_ + 1) / 2 && rank_ % 2 == 0;
      both(0, splits);
    }
    for (int i = 0; i < ranks_ - rank_ - 1; ++i) {
      weights();
      both(0, splits);
    }
    while (!waiting_.empty())
      weights();
  }

  const ScheduleRow& row_;
  int ranks_, batches_, chunks_, rank_;
  Order made_;
  std::map<std::pair<Work, int>, int> done_;
  std::deque<int> waiting_;
};

struct Seconds {
  double forward = 1, inputs = 1, weights = 1;
  double of(Work work) const {
    return work == Work::forward   ? forward
           : work == Work::inputs  ? inputs
           : work == Work::weights ? weights
                                   : inputs + weights;
  }
};

struct Run {
  double seconds = 0;
  std::vector<int> most;  ///< chunks that wait for their backward pass, of each rank
  /// For each rank: most chunks beside the one at work that wait for their weights' gradients, and most that
  /// are kept then.
  std::vector<std::pair<int, int>> split;
};

/// Runs all ranks, each pass as soon as its rank is free and what it needs is there.
Run run(const ScheduleRow& row, int ranks, int batches, int chunks, const Seconds& seconds) {
  std::vector<Order> orders;
  for (int rank = 0; rank < ranks; ++rank)
    orders.push_back(RankOrder(row, ranks, batches, chunks, rank).order());
  std::map<std::tuple<bool, int, int>, double> done;  // forward, part, batch
  const auto size = static_cast<std::size_t>(ranks);
  std::vector<std::size_t> next(size);
  std::vector<double> clock(size);
  std::vector<int> kept(size);
  std::vector<int> half(size);
  Run result{0, std::vector<int>(size), std::vector<std::pair<int, int>>(size)};
  const int last = ranks * chunks - 1;
  for (bool moves = true; moves;) {
    moves = false;
    for (std::size_t rank = 0; rank < size; ++rank)
      for (; next[rank] < orders[rank].size(); ++next[rank], moves = true) {
        const auto [work, part, batch] = orders[rank][next[rank]];
        double from = clock[rank];
        if (work != Work::weights && !(work == Work::forward && part == 0)) {
          const bool is_forward = work == Work::forward || part == last;
          const int of = work == Work::forward ? part - 1 : part == last ? part : part + 1;
          const auto needed = done.find({is_forward, of, batch});
          if (needed == done.end()) break;
          from = std::max(from, needed->second);
        }
        clock[rank] = from + seconds.of(work);
        if (work != Work::weights) done[{work == Work::forward, part, batch}] = clock[rank];
        kept[rank] += work == Work::forward ? 1 : 0;
        result.most[rank] = std::max(result.most[rank], kept[rank]);
        half[rank] += work == Work::inputs ? 1 : 0;
        if (work == Work::inputs)
          result.split[rank] = std::max(result.split[rank], std::pair(half[rank] - 1, kept[rank]));
        half[rank] -= work == Work::weights ? 1 : 0;
        kept[rank] -= work == Work::weights || work == Work::backward ? 1 : 0;
      }
  }
  for (std::size_t rank = 0; rank < size; ++rank)
    if (next[rank] < orders[rank].size()) return {};
  result.seconds = *std::ranges::max_element(clock);
  return result;
}

std::vector<int> chunk_counts(const ScheduleRow& row) {
  if (row.most_chunks > 0) return {row.fewest_chunks};
  return {2, 4};
}

}  // namespace

/// Runs every schedule through a clock, and compares the wait and what is kept with the rows.
class PipelineScheduleTest : public QObject {
  Q_OBJECT

 private slots:
  void waits_and_kept_chunks_are_those_of_the_schedules() {
    for (const ScheduleRow& row : schedule_rows())
      for (const int ranks : {2, 4, 8})
        for (const int chunks : chunk_counts(row))
          for (const int batches : {ranks, 2 * ranks, 4 * ranks}) {
            if (batches < row.least_batches * ranks) continue;
            const PipelineSize size{ranks, batches, chunks};
            for (const double inputs : {1.0, 2.0}) {  // without and with recomputation
              const Run simulated = run(row, ranks, batches, chunks, {1, inputs, 1});
              QVERIFY(simulated.seconds > 0);
              const double wait = simulated.seconds - batches * chunks * (2 + inputs);
              const double ours =
                  (ranks - 1) * fills_of(row, size) * (row.passes * (2 + inputs) + row.forwards);
              const double most = row.id == PipelineSchedule::dualpipev ? 0.51 : 1e-9;
              QVERIFY2(ours >= wait - 1e-9 && ours <= wait * (1 + most) + 1e-9,
                       qPrintable(QString::fromUtf8(row.torch_name) +
                                  QStringLiteral(" %1 ranks %2 batches %3 chunks: %4, ours %5")
                                      .arg(ranks)
                                      .arg(batches)
                                      .arg(chunks)
                                      .arg(wait)
                                      .arg(ours)));
              for (int rank = 0; rank < ranks; ++rank) {
                const auto kept = static_cast<std::int64_t>(simulated.most[static_cast<std::size_t>(rank)]);
                const std::int64_t counted = row.in_flight(size, rank);
                const bool is_short = row.folds && batches < 2 * ranks - 1;
                if (row.split != nullptr && !is_short && rank > 0) {
                  const Waiting waiting = row.split(size, rank);
                  const auto [split, with] = simulated.split[static_cast<std::size_t>(rank)];
                  QCOMPARE(waiting.split, std::int64_t{split});
                  QCOMPARE(waiting.in_flight, std::int64_t{with});
                }
                QCOMPARE(row.split != nullptr, row.splits_backward);
                QVERIFY2(
                    is_short ? counted >= kept : counted == kept,
                    qPrintable(QString::fromUtf8(row.torch_name) +
                               QStringLiteral(" rank %1: %2, ours %3").arg(rank).arg(kept).arg(counted)));
              }
            }
          }
  }

  void fewer_micro_batches_than_ranks_leave_gaps_between_parts() {
    const ScheduleRow& row = row_of(PipelineSchedule::interleaved);
    for (const int chunks : {2, 4})
      for (const int batches : {2, 4, 6}) {
        constexpr int ranks = 8;
        const Run simulated = run(row, ranks, batches, chunks, {});
        const double ours = (ranks - 1) * fills_of(row, {ranks, batches, chunks}) * 3;
        QVERIFY(std::abs(simulated.seconds - batches * chunks * 3 - ours) < 1e-9);
      }
  }

  void equal_stages_wait_the_published_share() {
    Training training;
    training.pipeline_parallel = 8;
    training.gradient_accumulation_steps = 8;
    QVERIFY(std::abs(idle_share(training) - 7.0 / 15) < 1e-12);  // arXiv 2104.04473, section 2.2
    training.pipeline_schedule = PipelineSchedule::interleaved;
    training.pipeline_chunks = 4;
    QVERIFY(std::abs(idle_share(training) - 7.0 / 39) < 1e-12);
    training.pipeline_schedule = PipelineSchedule::interleaved_zero_bubble;
    training.pipeline_chunks = 0;
    QVERIFY(std::abs(idle_share(training) - 7.0 / 55) < 1e-12);
  }

  void a_schedule_takes_the_parts_that_it_has() {
    Training training;
    training.pipeline_chunks = 4;
    QCOMPARE(chunks_of(training), 1);  // no pipeline
    training.pipeline_parallel = 4;
    QCOMPARE(chunks_of(training), 1);
    training.pipeline_schedule = PipelineSchedule::interleaved;
    QCOMPARE(chunks_of(training), 4);
    training.pipeline_chunks = 0;
    QCOMPARE(chunks_of(training), 2);
    training.pipeline_schedule = PipelineSchedule::zbv;
    training.pipeline_chunks = 4;
    QCOMPARE(chunks_of(training), 2);
  }
};

ZP_TEST(PipelineScheduleTest)
#include "pipeline_schedule_test.moc"
