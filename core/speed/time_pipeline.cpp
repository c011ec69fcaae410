// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/formula/arithmetic.h"
#include "core/sharding/pipeline_schedule.h"
#include "core/speed/clock.h"
#include "core/speed/collectives.h"
#include "core/speed/transfers.h"

namespace zp {
namespace {

/// Seconds of a micro batch on one stage.
struct PassSeconds {
  double forward = 0;  ///< without what its backward pass recomputes
  double all = 0;
};

PassSeconds passes_on(const Plan& plan, const ModelTensors& tensors, const PipelineStage& stage) {
  const Basis basis(plan, tensors, stage);
  const ClockInput in(basis);
  TimeLedger ledger;
  Clock<double> clock(in, ledger);
  add_compute(clock);
  add_model_parallel(clock);
  PassSeconds seconds{clock.compute_forward, 0};
  for (const TimeEntry& entry : ledger.entries())
    seconds.all += entry.id == TimeId::pipeline_transfers ? entry.busy : entry.exposed();
  seconds.all /= in.micro_batches;
  return seconds;
}

/// Returns the seconds that other stages wait for a micro batch on this one: both passes, minus what weight
/// gradients fill, which take as long as the forward products.
double wait_for(const ScheduleRow& row, const PassSeconds& seconds) {
  return std::max(0.0, row.passes * seconds.all + row.forwards * seconds.forward);
}

}  // namespace

double seconds_on(const Plan& plan, const ModelTensors& tensors, const PipelineStage& stage) {
  return passes_on(plan, tensors, stage).all;
}

namespace {

/// Returns the seconds of a stage's step, from the pipeline's first micro batch to the update of the stage's
/// last weight.
double step_seconds(const ClockInput& in) {
  TimeLedger ledger;
  Clock<double> clock(in, ledger);
  run(clock);
  double seconds = 0;
  for (const TimeEntry& entry : ledger.entries())
    seconds += entry.exposed();
  return seconds;
}

/// Adds the all-reduce that sums the gradients of the embedding over the stages with the embedding and with
/// its copy in the head (ReduceTiedGrads; runtime/pipe/engine.py, _exec_reduce_tied_grads).
template <class N>
void add_tied_gradients(Clock<N>& clock) {
  const ClockInput& in = clock.in;
  const Architecture& shape = in.plan.model.architecture;
  const PipelineStage& stage = in.parallel.stage;
  const bool on_one_rank = row_of(in.plan.training.pipeline_schedule).folds;
  if (!stage.is_tied || on_one_rank || in.plan.training.has_adapters()) return;
  RankGroup ends = in.parallel.pipeline;
  ends.stride *= stage.stages - 1;
  ends.ranks = 2;
  const Ring<N> ring = ring_of<N>(in.plan.cluster, ends, sym::ends_group);
  const N embedding = local(in.parallel, named<N>(sym::vocabulary, as_double(shape.vocab_size)) *
                                             named<N>(sym::hidden, as_double(shape.hidden_size)));
  const N bytes = embedding * named<N>(sym::accumulation_bytes, in.symbols.accumulation_bytes);
  add_exposed(clock,
              {TimeId::tied_gradients, ring, collective_seconds(Collective::all_reduce, ring, bytes, N(1)),
               2 * sent_bytes(ring, value_of(bytes)), N(1)});
}

}  // namespace

ExecutedFlops mean_flops(const Plan& plan) {
  const ModelTensors tensors(plan);
  ExecutedFlops all;
  for (const PipelineStage& stage : tensors.stages()) {
    const Basis basis(plan, tensors, stage);
    const ClockInput in(basis);
    TimeLedger ledger;
    Clock<double> clock(in, ledger);
    add_compute(clock);
    const ExecutedFlops flops = executed_flops(ledger);
    const auto stages = static_cast<double>(tensors.stages().size());
    all.needed += flops.needed / stages;
    all.all += flops.all / stages;
  }
  return all;
}

StagePace pace_of(const Plan& plan, const ModelTensors& tensors) {
  const ScheduleRow& row = row_of(plan.training.pipeline_schedule);
  double all = 0;
  for (const PipelineStage& stage : tensors.stages())
    all += wait_for(row, passes_on(plan, tensors, stage));
  StagePace pace;
  double longest = -1;
  for (const PipelineStage& stage : tensors.stages()) {
    const Basis basis(plan, tensors, stage);
    const double others = all - wait_for(row, passes_on(plan, tensors, stage));
    const double seconds = step_seconds(ClockInput(basis, others));
    if (seconds <= longest) continue;
    longest = seconds;
    pace = {stage, others};
  }
  return pace;
}

/// The slowest stage ends the step and processes every micro batch. Before its first and after its last micro
/// batch, the other stages process one micro batch (Narayanan et al., arXiv 2104.04473, section 2.2: (p −
/// 1)·(t_f + t_b) for equal stages), or one chunk of it (section 2.2, (p − 1)·(t_f + t_b) / v).
template <class N>
void add_pipeline(Clock<N>& clock) {
  const Training& training = clock.in.plan.training;
  const ScheduleRow& row = row_of(training.pipeline_schedule);
  if (clock.in.other_stages > 0) {
    const SymbolRow& symbol = row.splits_backward ? sym::unfilled_stages : sym::other_stages;
    N wait = named<N>(symbol, clock.in.other_stages);
    const PipelineSize size = pipeline_size(training);
    if (const double fills = fills_of(row, size); fills > 1) wait = wait * named<N>(sym::fills, fills);
    if (size.chunks > 1) wait = wait / named<N>(sym::chunks, as_double(size.chunks));
    clock.add(TimeId::pipeline_bubble, wait, {});
  }
  add_tied_gradients(clock);
}
template void add_pipeline(Clock<double>&);
template void add_pipeline(Clock<Words>&);

}  // namespace zp
