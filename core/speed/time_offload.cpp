// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/memory/activations.h"
#include "core/speed/clock.h"

namespace zp {
namespace {

double as_double(std::int64_t n) { return static_cast<double>(n); }

/// Of the nominal link large pinned copies reach this: PCIe 5 x16 55.4 of 63, PCIe 4 x16 25.5 of 31 GB/s
/// (resources/catalog/links.json).
constexpr double host_link_share = 0.85;

/// What is assumed of a drive the plan does not describe: one Gen4 drive, Sabrent CS3040 (resources/catalog/
/// links.json; DeepSpeed, docs/_tutorials/deepnvme.md).
constexpr double default_read_gb_per_s = 3.69, default_write_gb_per_s = 3.18;

/// Bytes on the drives per element and step: gradient written; gradient, master and states read; master and
/// states written (memory-truth §9; swap_tensor/optimizer_utils.py).
double nvme_read_bytes(const Symbols& s) { return 2 * s.master_bytes + s.host_state_bytes; }
double nvme_write_bytes(const Symbols& s) { return 2 * s.master_bytes + s.host_state_bytes; }

struct HostCopy {
  TimeId id{};
  Stretch stretch{};
  Resource resource{};
  double bytes = 0, rate = 0, times = 1;
};

void add_copy(TimeLedger& ledger, const HostCopy& copy, double can_hide_share, Cover& cover) {
  if (copy.bytes <= 0 || copy.rate <= 0) return;
  const double seconds = copy.bytes / copy.rate;
  const double available = cover.left();
  const double can_hide = seconds * can_hide_share;
  const double hidden = cover.hide(can_hide);
  ledger.add({copy.id, TimePart::host, copy.stretch, copy.resource, seconds * copy.times, hidden * copy.times,
              copy.bytes * copy.times, copy.rate,
              hidden < can_hide && available > 0 ? copy.bytes * can_hide_share / available : 0});
}

class OffloadWriter {
 public:
  OffloadWriter(TimeLedger& ledger, const ClockInput& in)
      : ledger_(ledger),
        in_(in),
        s_(in.symbols),
        link_(in.plan.cluster.host_link.gb_per_s * bytes_per_gb * host_link_share),
        interleaved_((in.layers - 1) / in.layers) {
    const Nvme& drive = in.plan.cluster.nvme;
    read_ = (drive.read_gb_per_s > 0 ? drive.read_gb_per_s : default_read_gb_per_s) * bytes_per_gb;
    write_ = (drive.write_gb_per_s > 0 ? drive.write_gb_per_s : default_write_gb_per_s) * bytes_per_gb;
  }

  void write() {
    if (s_.offloads_optimizer) optimizer();
    if (s_.parameter_device != Device::none) parameters();
    if (in_.plan.training.checkpoints_on_host) checkpoints();
  }

 private:
  /// Host traffic of memory-truth §10. Copies to the host run beside the backward pass where communication
  /// may overlap; updated weights come back once the step is done.
  void optimizer() {
    const double b = s_.weight_bytes, m = s_.master_bytes, a = s_.accumulation_bytes;
    const double part = as_double(s_.partition - std::min(s_.partition, s_.kept_by_ratio));
    const double times = in_.micro_batches;
    const bool overlaps = in_.plan.zero.overlaps();
    Cover backward(in_.compute_backward + exposed_communication(ledger_, Stretch::backward, times)), none(0);
    const bool is_stage3 = in_.plan.zero.stage == 3;
    const double down = is_stage3 ? times * a + m : m + (times > 1 ? (times - 1) * b : 0);
    const double up = is_stage3 ? times * a : (times > 1 ? (times - 1) * b : 0);
    add_copy(ledger_,
             {TimeId::gradients_to_host, Stretch::backward, Resource::host_link, part * down / times, link_,
              times},
             overlaps ? interleaved_ : 0, backward);
    add_copy(ledger_,
             {TimeId::gradients_from_host, Stretch::backward, Resource::host_link, part * up / times, link_,
              times},
             overlaps ? interleaved_ : 0, backward);
    for (const TimeId id : {TimeId::gradients_to_host, TimeId::gradients_from_host})
      if (const TimeEntry* copy = ledger_.find(id)) gradients_hidden_ += copy->hidden / times;
    if (s_.parameter_device == Device::none)
      add_copy(ledger_, {TimeId::weights_to_gpu, Stretch::step, Resource::host_link, part * b, link_, 1}, 0,
               none);
    if (s_.optimizer_device != Device::nvme) return;
    // Sub-groups are read, stepped and written one after another; the pipeline flags let the next one be read
    // and the last one written meanwhile (swap_tensor/pipelined_optimizer_swapper.py).
    const double of_node = part * in_.plan.cluster.gpus_per_node;
    const OffloadOptimizer& offload = in_.plan.zero.offload_optimizer;
    const double several = s_.sub_groups > 1 ? 1.0 - 1.0 / as_double(s_.sub_groups) : 0;
    Cover reading(ledger_.busy(TimeId::optimizer_cpu)), writing(ledger_.busy(TimeId::optimizer_cpu));
    add_copy(ledger_,
             {TimeId::nvme_read, Stretch::step, Resource::drive, of_node * nvme_read_bytes(s_), read_, 1},
             offload.pipeline_read ? several : 0, reading);
    add_copy(ledger_,
             {TimeId::nvme_write, Stretch::step, Resource::drive, of_node * nvme_write_bytes(s_), write_, 1},
             offload.pipeline_write ? several : 0, writing);
  }

  /// Each rank brings its partition up for every gather (partitioned_param_coordinator.py), from the drive
  /// where it lies there, ahead of its use; the drive gets the updated weights after the step.
  void parameters() {
    const double part = as_double(s_.sums.trainable_partition + s_.sums.frozen_partition);
    const double all = as_double(s_.sums.trainable + s_.sums.frozen);
    const double visits = 1 + backward_elements(in_, all) / std::max(1.0, all);
    const double bytes = part * s_.weight_bytes * visits;
    const double beside = in_.compute_forward + in_.compute_backward +
                          exposed_communication(ledger_, Stretch::forward, in_.micro_batches) +
                          exposed_communication(ledger_, Stretch::backward, in_.micro_batches);
    Cover link(std::max(0.0, beside - gradients_hidden_));
    add_copy(ledger_,
             {TimeId::parameters_from_host, Stretch::forward, Resource::host_link, bytes, link_,
              in_.micro_batches},
             interleaved_, link);
    if (s_.parameter_device != Device::nvme) return;
    double waits = 0;  // for the host link, in which the drive works too
    for (const TimeEntry& entry : ledger_.entries())
      if (entry.part == TimePart::host && entry.stretch != Stretch::step) waits += entry.exposed();
    Cover drive(beside + waits / in_.micro_batches);
    const double ranks = in_.plan.cluster.gpus_per_node;
    add_copy(ledger_,
             {TimeId::parameters_from_nvme, Stretch::forward, Resource::drive, bytes * ranks, read_,
              in_.micro_batches},
             interleaved_, drive);
    Cover none(0);
    add_copy(ledger_,
             {TimeId::parameters_to_nvme, Stretch::step, Resource::drive,
              as_double(s_.sums.trainable_partition) * s_.weight_bytes * ranks, write_, 1},
             0, none);
  }

  /// Every block's input to the host and back (deepspeed/runtime/activation_checkpointing/checkpointing.py,
  /// cpu_checkpointing: copied where they are made).
  void checkpoints() {
    const double bytes = 2 * activation_terms(in_.plan).block_input * in_.layers;
    Cover none(0);
    add_copy(
        ledger_,
        {TimeId::checkpoints_to_host, Stretch::forward, Resource::host_link, bytes, link_, in_.micro_batches},
        0, none);
  }

  TimeLedger& ledger_;
  const ClockInput& in_;
  const Symbols& s_;
  double link_, interleaved_, read_ = 0, write_ = 0;
  /// Seconds of a micro batch's passes in which the host link carries gradients.
  double gradients_hidden_ = 0;
};

}  // namespace

void add_offload(TimeLedger& ledger, const ClockInput& in) { OffloadWriter(ledger, in).write(); }

}  // namespace zp
