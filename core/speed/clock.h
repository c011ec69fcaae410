// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/formula/arithmetic.h"
#include "core/formula/named.h"
#include "core/memory/basis.h"
#include "core/sharding/framework.h"
#include "core/speed/compute.h"
#include "core/speed/gpu_rates.h"
#include "core/speed/step_time.h"
#include "core/speed/tensor_traffic.h"
#include "core/speed/throughput.h"
#include "core/speed/time_row.h"
#include "core/speed/time_symbols.h"

/// Types and functions that the parts of the clock share. Internal to speed/.
///
/// Each part is a function template over N, the number type of seconds: with double it fills the ledger, with
/// Words it also explains where the seconds of each entry come from. Hidden seconds, comparisons and figures
/// that are only displayed (amounts, rates) are double in both cases.
namespace zp {

/// Inputs of all parts, computed once per plan.
struct ClockInput {
  /// Input for the stage of `basis`; `other_stages` is StagePace::other_stages.
  explicit ClockInput(const Basis& basis, double other_stages = 0);

  /// Returns the share of a transfer that can overlap with compute if both alternate block by block: all
  /// blocks of a pass but the first.
  [[nodiscard]] double interleaved() const { return (layers - 1) / layers; }
  /// Returns the share of micro batches whose backward pass continues while their gradients are reduced and
  /// copied.
  [[nodiscard]] double beside_backward() const {
    return traits.waits_for_host_copies ? (micro_batches - 1) / micro_batches : 1;
  }
  /// Returns the elements that are partitioned and gathered before use.
  [[nodiscard]] double gathered() const;

  const Plan& plan;
  std::span<const TensorKind> kinds;
  const Symbols& symbols;
  const Parallelism& parallel;
  const FrameworkTraits& traits;
  GpuRates rates;
  TensorTraffic traffic;
  double micro_batches = 1;  ///< accumulation steps
  double host_window = 1;    ///< micro batches between two optimizer steps on the host
  double layers = 1;         ///< layers of the stage, at least 1
  double other_stages = 0;
};

/// Returns the seconds of a micro batch on one stage, forward and backward, including transfers between ranks
/// and stages.
double seconds_on(const Plan& plan, const ModelTensors& tensors, const PipelineStage& stage);

/// Returns the FLOP that one rank executes in a step, averaged over all pipeline stages.
ExecutedFlops mean_flops(const Plan& plan);

/// The pipeline stage whose step ends last, and its wait for the others: the forward and backward time of one
/// micro batch on all of them, minus the part filled with weight gradients
/// (core/sharding/pipeline_schedule.h), summed over all chunks of each stage.
struct StagePace {
  PipelineStage stage;
  double other_stages = 0;  ///< seconds
};
StagePace pace_of(const Plan& plan, const ModelTensors& tensors);

/// Returns true if a block is gathered twice in backward, for recomputation and again for the gradients,
/// because it exceeds the reuse distance. The model gathers `elements` in a pass.
bool gathers_twice(const ClockInput& in, double elements);

/// Compute time left for hiding transfers, in one stretch of one micro batch. Each resource hides behind the
/// same compute independently; transfers on the same resource are sequential.
class HidingTime {
 public:
  explicit HidingTime(double seconds) : left_(seconds) {}
  /// Returns how many of `busy` seconds are hidden, less the share `cost` of them; the rest is exposed.
  double hide(double busy, double cost = 0) {
    const double beside = busy < left_ ? busy : left_;
    left_ -= beside;
    return beside * (1 - cost);
  }
  [[nodiscard]] double left() const { return left_; }

 private:
  double left_;
};

/// Figures of an entry other than its busy seconds.
struct TimeFigures {
  double hidden = 0, amount = 0, rate = 0, hiding_rate = 0;  ///< see TimeEntry
};

/// The busy seconds of each entry in words; empty if N is a number.
template <class N>
struct BusyWords {
  void set(TimeId, const N&) {}
};
template <>
struct BusyWords<Words> {
  void set(TimeId id, const Words& busy) { of[static_cast<std::size_t>(id)] = busy; }
  std::array<Words, time_id_count> of;
};

template <class N>
class Clock {
 public:
  Clock(const ClockInput& input, TimeLedger& filled)
      : in(input),
        ledger(filled),
        work(compute_work<N>(input)),
        compute_forward(value_of(work.forward.total())),
        compute_backward(value_of(work.backward.total()) + value_of(work.recompute.total())) {}

  /// Adds an entry to the ledger, unless its time is zero.
  void add(TimeId id, Resource resource, const N& busy, const TimeFigures& figures) {
    const TimeRow& row = row_of(id);
    ledger.add({id, row.part, row.stretch, resource, value_of(busy), figures.hidden, figures.amount,
                figures.rate, figures.hiding_rate});
    words.set(id, busy);
  }
  void add(TimeId id, const N& busy, const TimeFigures& figures) {
    add(id, row_of(id).resource, busy, figures);
  }

  // Returns symbols that several formulas use.
  [[nodiscard]] N micro_batches() const { return named<N>(sym::accumulation, in.micro_batches); }
  /// Return the micro batches between two optimizer steps on the host, and the number of such steps per step
  /// of the plan.
  [[nodiscard]] N host_window() const {
    if (in.symbols.engine != OffloadEngine::zenflow) return micro_batches();
    return named<N>(sym::update_interval, in.host_window);
  }
  [[nodiscard]] N host_steps() const {
    return in.symbols.engine == OffloadEngine::zenflow ? micro_batches() / host_window() : N(1);
  }
  /// Returns the elements whose gradients ZenFlow selects as important; at stages 1 and 2 every rank steps
  /// all of them.
  [[nodiscard]] N selected() const {
    const N share = named<N>(sym::selected_share, in.plan.zero.zenflow.topk_ratio);
    return share * (in.plan.zero.stage == 3 ? partition() : trainable());
  }
  [[nodiscard]] N layers() const {
    return named<N>(in.parallel.stage.is_whole() ? sym::layers : sym::stage_layers, in.layers);
  }
  [[nodiscard]] N gpus() const { return named<N>(sym::gpus, in.plan.cluster.gpus_per_node); }
  [[nodiscard]] N trainable() const { return named<N>(sym::trainable, as_double(in.symbols.sums.trainable)); }
  /// Returns the trainable elements of experts that are divided among ranks.
  [[nodiscard]] N trainable_experts() const {
    return named<N>(sym::trainable_experts, as_double(in.symbols.sums.trainable_experts));
  }
  [[nodiscard]] N weights() const {
    const N frozen = named<N>(sym::frozen, as_double(in.symbols.sums.frozen));
    return in.symbols.sums.frozen > 0 ? trainable() + frozen : trainable();
  }
  [[nodiscard]] N weight_bytes() const { return named<N>(sym::weight_bytes, in.symbols.weight_bytes); }
  [[nodiscard]] N element_bytes() const {
    return named<N>(sym::element_bytes, bytes_between_products(in.symbols.types));
  }
  [[nodiscard]] N master_bytes() const { return named<N>(sym::master_bytes, in.symbols.master_bytes); }
  [[nodiscard]] N host_states() const { return named<N>(sym::host_state_bytes, in.symbols.host_state_bytes); }
  /// Returns the trainable elements that this rank's optimizer updates.
  [[nodiscard]] N partition() const;
  /// Return the elements of this rank's partition that are updated in host memory, and those updated on the
  /// GPU.
  [[nodiscard]] N stepped_on_host() const;
  [[nodiscard]] N stepped_on_gpu() const;
  [[nodiscard]] N gathered() const;
  /// Returns the elements gathered for one backward pass, if a forward pass gathers `all`.
  [[nodiscard]] N gathered_backward(const N& all) const;

  const ClockInput& in;
  TimeLedger& ledger;
  ComputeWork<N> work;
  double compute_forward;   ///< seconds of one micro batch, including waits for kernel launches
  double compute_backward;  ///< as above, including recomputation
  [[no_unique_address]] BusyWords<N> words;
};

/// Returns the seconds of one micro batch's collectives in that stretch that compute does not hide. Transfers
/// over other links can hide behind these seconds too.
double exposed_communication(const TimeLedger& ledger, Stretch stretch, double micro_batches);

template <class N>
void add_compute(Clock<N>& clock);
/// Adds the collectives inside each block (tensor, sequence and expert parallelism) and the transfers between
/// stages, all of which lengthen every pass.
template <class N>
void add_model_parallel(Clock<N>& clock);
/// Adds the time to fill and drain a pipeline, and the reduction of gradients of weights that two stages
/// share.
template <class N>
void add_pipeline(Clock<N>& clock);
/// Adds the accumulation of several micro batches' gradients on the GPU.
template <class N>
void add_accumulation(Clock<N>& clock);
/// Adds the GPU's copies of weights and gradients into and out of communication buffers.
template <class N>
void add_copies(Clock<N>& clock);
/// Adds the gathers and reductions of weights and gradients.
template <class N>
void add_data_parallel(Clock<N>& clock);
template <class N>
void add_optimizer(Clock<N>& clock);
/// Adds the transfers of gradients, weights and checkpoints between GPU, host and drives.
template <class N>
void add_offload(Clock<N>& clock);

/// Adds the time to generate and score sequences and to update the engine's weights. Runs last, because
/// generation concurrent with training hides behind everything else.
template <class N>
void add_generation(Clock<N>& clock);

/// Runs all parts of the clock in order.
template <class N>
void run(Clock<N>& clock) {
  add_compute(clock);
  add_model_parallel(clock);
  if (!clock.in.parallel.stage.is_whole()) [[unlikely]]
    add_pipeline(clock);
  add_accumulation(clock);
  add_copies(clock);
  add_data_parallel(clock);
  add_optimizer(clock);
  add_offload(clock);
  if (clock.in.plan.training.method.rollout.is_stated()) [[unlikely]]
    add_generation(clock);
}

}  // namespace zp
