// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "core/activations/activations.h"
#include "core/formula/arithmetic.h"
#include "core/sharding/deep_compile.h"
#include "core/sharding/sequence_chunks.h"
#include "core/speed/clock.h"

namespace zp {
namespace {

/// Share of the nominal link that large pinned copies reach: PCIe 5 x16 55.4 of 63, PCIe 4 x16 25.5 of 31
/// GB/s (resources/catalog/links.json).
constexpr double host_link_share = 0.85;

/// Rate of large copies from or to pageable memory relative to pinned memory: they take 4 to 5 times as long
/// on a node of 8 GPUs (DeepSpeed pull request 5301).
constexpr double pageable_share = 1 / 4.5;

/// Rates assumed for a drive that the plan does not describe: one Gen4 drive, Sabrent CS3040
/// (resources/catalog/links.json; DeepSpeed, docs/_tutorials/deepnvme.md).
constexpr double default_read_gb_per_s = 3.69, default_write_gb_per_s = 3.18;

template <class N>
class OffloadWriter {
 public:
  explicit OffloadWriter(Clock<N>& clock) : clock_(clock), in_(clock.in), s_(clock.in.symbols) {}

  void write() {
    if (s_.offloads_optimizer) gradients();
    if (s_.offloads_optimizer && s_.parameter_device == Device::none) weights();
    if (s_.parameter_device != Device::none) parameters();
    if (s_.offloads_optimizer && s_.optimizer_device == Device::nvme) states();
    if (s_.parameter_device == Device::nvme) parameters_on_drives();
    if (s_.parks_states) parked_states();
    if (s_.cycles_weights && s_.parameter_device == Device::cpu) [[unlikely]]
      weights_back_to_host();
    if (offloads_chunks(in_.plan.training)) [[unlikely]]
      add_sequence_chunks();
    const ActivationOffload offload = in_.plan.training.activation_offload;
    if (offload == ActivationOffload::streamed)
      stream_saved_tensors();
    else if (offload == ActivationOffload::disk)
      checkpoints_on_drives();
    else if (in_.plan.training.checkpoints_on_host)
      checkpoints();
    else if (in_.plan.training.deepcompile.offload_activation && moves_activations(in_.plan)) [[unlikely]]
      saved_by_graph();
  }

 private:
  struct Copy {
    TimeId id{};
    N bytes, rate;
    N times{1};
    N pageable{0};  ///< further bytes, from or to pageable memory: synchronous copies
  };

  /// Adds a copy. A `share` of each occurrence can hide behind `cover`, the compute time left per occurrence.
  /// Returns the hidden seconds per occurrence.
  double add(const Copy& copy, double share, HidingTime& cover) {
    const double bytes = value_of(copy.bytes) + value_of(copy.pageable), times = value_of(copy.times);
    if (bytes <= 0 || value_of(copy.rate) <= 0) return 0;
    const N seconds = seconds_of(copy);
    const double rate = bytes / value_of(seconds);
    const double available = cover.left();
    const double can_hide = value_of(copy.bytes) / value_of(copy.rate) * share;
    const double hidden = cover.hide(can_hide);
    clock_.add(copy.id, seconds * copy.times,
               {.hidden = hidden * times,
                .amount = bytes * times,
                .rate = rate,
                .hiding_rate = hidden < can_hide && available > 0 ? bytes * share / available : 0});
    return hidden;
  }
  static N seconds_of(const Copy& copy) {
    if (value_of(copy.pageable) <= 0) return copy.bytes / copy.rate;
    const N pageable = copy.pageable / (copy.rate * pageable_share);
    return value_of(copy.bytes) > 0 ? copy.bytes / copy.rate + pageable : pageable;
  }
  void add_exposed(const Copy& copy) {
    HidingTime none(0);
    add(copy, 0, none);
  }

  [[nodiscard]] N host_link() const {
    return scaled(
        named<N>(sym::host_link, in_.plan.cluster.host_link.gb_per_s) * bytes_per_gb * host_link_share,
        sym::measured_host_link, measured().host_link);
  }
  [[nodiscard]] N read_rate() const {
    const double stated = in_.plan.cluster.nvme.read_gb_per_s;
    return drive(named<N>(sym::drive_read, stated > 0 ? stated : default_read_gb_per_s));
  }
  [[nodiscard]] N write_rate() const {
    const double stated = in_.plan.cluster.nvme.write_gb_per_s;
    return drive(named<N>(sym::drive_write, stated > 0 ? stated : default_write_gb_per_s));
  }
  /// Returns bytes/s of drives with nominal `gb_per_s`, times the measured factor.
  [[nodiscard]] N drive(const N& gb_per_s) const {
    return scaled(gb_per_s * bytes_per_gb, sym::measured_drives, measured().drives);
  }
  [[nodiscard]] const Measured& measured() const { return in_.plan.cluster.measured; }
  [[nodiscard]] double exposed(Stretch stretch) const {
    return exposed_communication(clock_.ledger, stretch, in_.micro_batches);
  }
  /// Returns the seconds in which a step's passes wait for the host link, during which drives keep working.
  [[nodiscard]] double waits_for_link() const {
    double seconds = 0;
    for (const TimeEntry& entry : clock_.ledger.entries())
      if (entry.part == TimePart::host && entry.stretch != Stretch::step) seconds += entry.exposed();
    return seconds;
  }

  /// Adds the gradients' traffic (docs/speed.md#host-link). If each micro batch's gradients are accumulated
  /// in host memory, they are copied to the GPU for it each time; otherwise only for the micro batches before
  /// the last. Copies from and to pageable memory are synchronous and hide behind nothing.
  void gradients() {
    const N times = clock_.micro_batches(), window = clock_.host_window(), m = clock_.master_bytes();
    const bool is_converted_there =
        in_.traits.converts_gradients_on_host && s_.master_bytes != s_.weight_bytes;
    N pageable = is_converted_there ? clock_.weight_bytes() : N(0);
    N down = m, up(0);
    if (in_.plan.zero.stage == 3) {
      up = window * named<N>(sym::accumulation_bytes, s_.accumulation_bytes);
      down = is_converted_there ? up : up + m;
    } else if (in_.host_window > 1) {
      up = (window - 1) * clock_.weight_bytes();
      down = m + up;
    }
    const double share = in_.plan.zero.overlaps() ? in_.interleaved() * in_.beside_backward() : 0;
    HidingTime backward(clock_.compute_backward + exposed(Stretch::backward));
    const N each = clock_.stepped_on_host() / window;
    if (in_.traits.has_pageable_gradients) {
      const N all_down = value_of(pageable) > 0 ? down + pageable : down;
      add({TimeId::gradients_to_host, N(0), host_link(), times, each * all_down}, 0, backward);
      if (value_of(up) > 0)
        add({TimeId::gradients_from_host, N(0), host_link(), times, each * up}, 0, backward);
      return;
    }
    gradients_hidden_ +=
        add({TimeId::gradients_to_host, each * down, host_link(), times, each * pageable}, share, backward);
    gradients_hidden_ += add({TimeId::gradients_from_host, each * up, host_link(), times}, share, backward);
  }

  /// Adds the updated weights, which are copied to the GPU after the step.
  void weights() {
    const N elements = clock_.stepped_on_host();
    const bool is_converted = s_.master_bytes != s_.weight_bytes;
    if (is_converted && in_.traits.host_weights == HostWeights::pageable)
      add_exposed(
          {TimeId::weights_to_gpu, N(0), host_link(), clock_.host_steps(), elements * clock_.weight_bytes()});
    else if (is_converted && in_.traits.host_weights == HostWeights::in_fp32)
      add_exposed(
          {TimeId::weights_to_gpu, elements * clock_.master_bytes(), host_link(), clock_.host_steps()});
    else if (is_converted && in_.traits.host_weights == HostWeights::by_tiles)
      by_tiles(elements);
    else
      add_exposed(
          {TimeId::weights_to_gpu, elements * clock_.weight_bytes(), host_link(), clock_.host_steps()});
  }

  /// Adds weights that are copied tile by tile: the GPU reads one tile while the optimizer steps the next
  /// (csrc/includes/cpu_adam.h, TILE; the smaller one since 0.3.16).
  void by_tiles(const N& elements) {
    constexpr double million = 1024 * 1024;
    const double tile =
        (in_.plan.target.deepspeed_version < DeepSpeedVersion{0, 3, 16} ? 1024 : 128) * million;
    const double tiles = std::ceil(value_of(elements) / tile);
    HidingTime stepping(clock_.ledger.busy(TimeId::optimizer_cpu));
    add({TimeId::weights_to_gpu, elements * clock_.master_bytes(), host_link()}, 1 - 1 / std::max(1.0, tiles),
        stepping);
  }

  /// Adds optimizer states on drives. Sub-groups are read, stepped and written in sequence; with the pipeline
  /// flags, reading the next and writing the last overlap with stepping
  /// (swap_tensor/pipelined_optimizer_swapper.py).
  void states() {
    const OffloadOptimizer& offload = in_.plan.zero.offload_optimizer;
    const double several = s_.sub_groups > 1 ? 1.0 - 1.0 / as_double(s_.sub_groups) : 0;
    // Gradient, master weights and states are read; the gradient is written during backward, master weights
    // and states after the step (docs/speed.md#drives; swap_tensor/optimizer_utils.py).
    const N each = 2 * clock_.master_bytes() + clock_.host_states();
    const N bytes = clock_.stepped_on_host() * clock_.gpus() * each;
    const double stepping = clock_.ledger.busy(TimeId::optimizer_cpu);
    HidingTime step(stepping);  // reads and writes do not overlap on a drive
    add({TimeId::nvme_read, bytes, read_rate()}, offload.pipeline_read ? several : 0, step);
    written({TimeId::nvme_write, bytes, write_rate()}, value_of(clock_.master_bytes()) / value_of(each),
            offload.pipeline_write ? several : 0, step);
  }

  /// Adds writes to the drives. The share `gradients` of them is written during the last backward pass,
  /// regardless of the pipeline flags (swap_tensor/partitioned_optimizer_swapper.py, "Overlap gradient swap
  /// out").
  void written(const Copy& copy, double gradients, double share, HidingTime& step) {
    const double bytes = value_of(copy.bytes), rate = value_of(copy.rate);
    if (bytes <= 0 || rate <= 0) return;
    const N seconds = copy.bytes / copy.rate;
    const double in_backward = value_of(seconds) * gradients;
    const double can_hide = (value_of(seconds) - in_backward) * share, available = step.left();
    HidingTime backward(clock_.compute_backward + exposed(Stretch::backward) +
                        waits_for_link() / in_.micro_batches);
    gradients_written_ = backward.hide(in_backward * in_.interleaved());
    const double hidden = step.hide(can_hide);
    clock_.add(copy.id, seconds,
               {.hidden = hidden + gradients_written_,
                .amount = bytes,
                .rate = rate,
                .hiding_rate =
                    hidden < can_hide && available > 0 ? bytes * (1 - gradients) * share / available : 0});
  }

  /// Adds offloaded parameters. Each rank copies its partition to the GPU for every gather
  /// (partitioned_param_coordinator.py), ahead of its use, after reading it from the drive if it is there;
  /// updated weights are written to the drive after the step.
  void parameters() {
    HidingTime link(std::max(0.0, passes() - gradients_hidden_));
    add({TimeId::parameters_from_host, parameter_bytes(), host_link(), clock_.micro_batches()},
        in_.interleaved(), link);
    cover_left_ = link.left();
  }
  void parameters_on_drives() {
    const double written = gradients_written_ / in_.micro_batches;
    HidingTime drive(std::max(0.0, passes() + waits_for_link() / in_.micro_batches - written));
    add({TimeId::parameters_from_nvme, parameter_bytes() * clock_.gpus(), read_rate(),
         clock_.micro_batches()},
        in_.interleaved(), drive);
    add_exposed(
        {TimeId::parameters_to_nvme, trained_part() * clock_.weight_bytes() * clock_.gpus(), write_rate()});
  }

  /// Adds the copies of states that DeepCompile moves to the host in every micro batch: to the host
  /// concurrent with the forward pass, back concurrent with the backward pass as memory allows, and the rest
  /// after it, for which the graph waits (compile/passes/offload_adam_states.py, offload_opt_states_inc,
  /// reload_copy_stream_sync).
  void parked_states() {
    const N states = named<N>(sym::state_bytes, s_.state_bytes);
    N moved = clock_.partition() * (clock_.master_bytes() + states);
    if (s_.kept_states > 0) moved = moved - named<N>(sym::kept_states, as_double(s_.kept_states));
    const double bytes = value_of(moved);
    if (bytes < 1024) return;  // rounding error of the kept bytes
    const bool is_alone = !s_.offloads_optimizer && s_.parameter_device == Device::none;
    const Copy copy{TimeId::parked_states, 2 * moved, host_link(), clock_.micro_batches()};
    const double out = bytes / value_of(copy.rate);
    const double in_time = std::max(0.0, out - as_double(s_.states_after_backward) / value_of(copy.rate));
    HidingTime both(is_alone ? std::min(out, clock_.compute_forward + exposed(Stretch::forward)) +
                                   std::min(in_time, clock_.compute_backward + exposed(Stretch::backward))
                             : 0);
    add(copy, 1, both);
  }

  /// Returns the seconds of a micro batch's passes, including waits for other ranks.
  [[nodiscard]] double passes() const {
    return clock_.compute_forward + clock_.compute_backward + exposed(Stretch::forward) +
           exposed(Stretch::backward);
  }
  [[nodiscard]] N trained_part() const {
    return named<N>(sym::trainable_partition, as_double(s_.sums.trainable_partition));
  }
  /// Returns the bytes that a rank copies to the GPU for a micro batch.
  [[nodiscard]] N parameter_bytes() const {
    const N trained = trained_part();
    const N part = s_.sums.frozen > 0
                       ? trained + named<N>(sym::frozen_partition, as_double(s_.sums.frozen_partition))
                       : trained;
    const N all = clock_.weights();
    const N visits = 1 + clock_.gathered_backward(all) / max(1.0, all);
    return part * clock_.weight_bytes() * visits;
  }

  /// Adds the copies of every block's input to the host and back, made synchronously where the input is used
  /// (deepspeed/runtime/activation_checkpointing/checkpointing.py, cpu_checkpointing).
  void checkpoints() {
    const N input = named<N>(sym::block_input, block_input(in_.plan, in_.parallel));
    add_exposed(
        {TimeId::checkpoints_to_host, 2 * input * clock_.layers(), host_link(), clock_.micro_batches()});
  }

  /// Adds the copies of saved tensors on a separate stream: to the host concurrent with the forward pass,
  /// back concurrent with the backward pass, requested ahead of use (torchtune
  /// training/_activation_offloading.py, pack_tensor, unpack_tensor_with_streams).
  void stream_saved_tensors() {
    N each(0);
    if (in_.plan.training.activation_checkpointing == Checkpointing::full)
      each = named<N>(sym::block_input, block_input(in_.plan, in_.parallel)) * clock_.layers();
    else
      each = named<N>(sym::saved_blocks, activation_terms<double>(in_.plan, in_.parallel).blocks_saved);
    add_beside_passes({TimeId::saved_to_host, 2 * each, host_link(), clock_.micro_batches()});
  }

  /// Adds the copies of large saved tensors, made between operations of DeepCompile's graph, which wait for
  /// them (compile/passes/offload_activation.py).
  void saved_by_graph() {
    const double bytes = activation_terms<double>(in_.plan, in_.parallel).moved - s_.kept_activations;
    if (bytes <= 0) return;
    const N moved = named<N>(sym::moved_by_graph, bytes);
    const bool is_pinned = in_.plan.training.deepcompile.offload_activation_pin_memory;
    add_exposed({TimeId::saved_by_graph, is_pinned ? 2 * moved : N(0), host_link(), clock_.micro_batches(),
                 is_pinned ? N(0) : 2 * moved});
  }

  /// Adds the copies of FPDT's chunks. In forward, each chunk of keys and values is copied to the GPU for
  /// every later chunk of queries. In backward, each chunk of queries, with its output, their gradients and
  /// log-sum-exp, is copied for every chunk of keys up to it, and its fp32 gradient is copied back each time.
  /// A copy overlaps with attention on the previous chunk, or with the GPU's waits for the host to start its
  /// many kernels (DeepSpeed sequence/fpdt_layer.py, _FPDTGPUOffloadingAttentionImpl_).
  void add_sequence_chunks() {
    constexpr double fp32_bytes = 4;
    const Architecture& shape = in_.plan.model.architecture;
    const N chunks = named<N>(sym::sequence_chunks, sequence_chunks(in_.plan.training));
    const N heads = named<N>(sym::heads, as_double(shape.attention_heads)),
            kv_heads = named<N>(sym::kv_heads, as_double(shape.kv_heads)),
            dim = named<N>(sym::head_dim, as_double(shape.head_dim));
    const N queries = local(in_.parallel, heads * dim) * clock_.work.tokens,
            keys = local(in_.parallel, 2 * kv_heads * dim) * clock_.work.tokens;
    const N hidden = named<N>(sym::hidden, as_double(shape.hidden_size)) * clock_.work.tokens;
    const N element = clock_.element_bytes();
    const N out = element * (2 * queries + keys + hidden);
    const N forward = out + element * keys * (chunks - 1) / 2;
    const N backward =
        element * (keys + hidden) + (3 * element + 2 * fp32_bytes) * queries * (chunks + 1) / 2;
    const double recomputed = value_of(clock_.work.recompute.attention.seconds) > 0 ? 2 : 1;
    const N bytes = (forward * recomputed + backward) * clock_.layers();
    // With other copies over the link nothing counts as hidden, as in add_beside_passes.
    const bool is_alone = !s_.offloads_optimizer && s_.parameter_device == Device::none && !s_.parks_states &&
                          in_.plan.training.activation_offload == ActivationOffload::none;
    double of_attention = 0;
    for (const auto* const pass : {&clock_.work.forward, &clock_.work.recompute, &clock_.work.backward})
      of_attention += value_of(pass->attention.seconds) + value_of(pass->waiting);
    HidingTime attention(is_alone ? of_attention : 0);
    add({TimeId::sequence_chunks, bytes, host_link(), clock_.micro_batches()}, 1, attention);
  }

  /// Adds the copies of weights back to the host that DeepCompile makes after their last use, on a separate
  /// stream (csrc/includes/deepcompile.h, DSParam::offload).
  void weights_back_to_host() {
    HidingTime way_back(cover_left_);  // the link's own time, because the two directions alternate
    add({TimeId::parameters_to_host, parameter_bytes(), host_link(), clock_.micro_batches()},
        in_.interleaved(), way_back);
  }

  /// Adds the files of every block's input: written while later blocks run, and read ahead of the block's
  /// recomputation.
  void checkpoints_on_drives() {
    if (in_.plan.training.activation_checkpointing != Checkpointing::full) return;
    const N each =
        named<N>(sym::block_input, block_input(in_.plan, in_.parallel)) * clock_.layers() * clock_.gpus();
    add_beside_passes(
        {TimeId::checkpoints_to_drives, 2 * each, min(read_rate(), write_rate()), clock_.micro_batches()});
  }

  /// Adds a copy of which one half goes out in forward and the other returns in backward. If offloaded states
  /// or weights use the same link, nothing counts as hidden.
  void add_beside_passes(const Copy& copy) {
    const bool is_alone = !s_.offloads_optimizer && s_.parameter_device == Device::none;
    if (!is_alone) return add_exposed(copy);
    const double one_way = value_of(copy.bytes) / value_of(copy.rate) / 2;
    HidingTime both(std::min(one_way, clock_.compute_forward + exposed(Stretch::forward)) +
                    std::min(one_way, clock_.compute_backward + exposed(Stretch::backward)));
    add(copy, 1, both);
  }

  Clock<N>& clock_;
  const ClockInput& in_;
  const Symbols& s_;
  /// Seconds of a micro batch's passes in which the host link is busy with gradients.
  double gradients_hidden_ = 0;
  double cover_left_ = 0;         ///< seconds of a micro batch's passes without weights on the link
  double gradients_written_ = 0;  ///< seconds of the last backward pass with writes to drives
};

}  // namespace

template <class N>
void add_offload(Clock<N>& clock) {
  OffloadWriter<N>(clock).write();
}
template void add_offload(Clock<double>&);
template void add_offload(Clock<Words>&);

}  // namespace zp
