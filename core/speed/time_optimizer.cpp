// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstddef>
#include <string>

#include "core/catalog/programs.h"
#include "core/formula/arithmetic.h"
#include "core/speed/clock.h"
#include "core/speed/host_time.h"

namespace zp {
namespace {

/// Memory traffic of PyTorch's Adam relative to DeepSpeed's. DeepSpeed's reads and writes every state once
/// (csrc/adam/multi_tensor_adam.cu). PyTorch's, unless fused, runs eight operations (torch/optim/adamw.py
/// of 2.6, _multi_tensor_adamw): weight decay, two moments in three, root, quotient, sum and the update read
/// or write 21 operands where one pass reads or writes 7.
constexpr double torch_adam_passes = 3;

/// Returns true if Adam runs as separate PyTorch operations: DeepSpeed is configured to use PyTorch's
/// (torch_adam), or a PyTorch program does not use the fused kernel.
bool steps_by_torch(const ClockInput& in) {
  const Training& training = in.plan.training;
  if (in.traits.is_tuned_by_zero) return training.optimizer_options.torch_adam;
  return row_of(training.optimizer).is_adam && training.optimizer_kernel == OptimizerKernel::foreach;
}

/// Bytes per element of the gradients' fp64 copy. The norm of gradients is computed in fp64
/// (stage_1_and_2.py, get_grad_norm_direct; stage3.py, _constant_buffered_norm2).
constexpr double fp64_copy_bytes = 16;

/// Returns the bytes per element that a step moves in GPU memory: the gradient is read for its norm, cast to
/// fp32 and unscaled; gradient, master weight and states are read, master weight and states written; the
/// weight is written back (stage_1_and_2.py, step and unscale_and_clip_grads).
template <class N>
N step_bytes(const Clock<N>& clock) {
  const Symbols& s = clock.in.symbols;
  const N b = clock.weight_bytes(), m = clock.master_bytes();
  const N states = named<N>(sym::state_bytes, s.is_paged ? s.host_state_bytes : s.state_bytes);
  const bool takes_norm_in_fp64 = clock.in.traits.is_tuned_by_zero && clock.in.traits.partitions_states;
  // Weights other than the master; DeepSpeed keeps both even if they have the same type.
  const bool has_16_bit =
      s.is_16_bit && (clock.in.traits.is_tuned_by_zero || s.trained_bytes != s.master_bytes);
  const N norm = takes_norm_in_fp64 ? b + fp64_copy_bytes : has_16_bit ? b : m;
  const N to_master = has_16_bit ? b + m : N(0), unscale = 2 * m;
  N update = m + 2 * (m + states);
  if (const double operands = row_of(clock.in.plan.training.optimizer).operands; operands > 0)
    update = operands * m + 2 * states;
  else if (steps_by_torch(clock.in))
    update = torch_adam_passes * update;
  return norm + to_master + unscale + update + (has_16_bit ? m + b : N(0));
}

/// Adds the host's per-tensor work in the step. The host is ahead of the GPU by the excess of the backward
/// pass over its launches, unless it waits for a result. ZeRO steps flat partitions.
template <class N>
void add_launches(Clock<N>& clock, double update_seconds) {
  const ClockInput& in = clock.in;
  const Symbols& s = in.symbols;
  const bool is_wrapped = in.traits.is_tuned_by_zero;
  if (in.traits.partitions_states || s.offloads_optimizer) return;
  if (is_wrapped && in.plan.training.precision != Precision::fp16) return;
  const N tensors = named<N>(sym::stepped_tensors, in.traffic.trained);
  const double kernels = is_wrapped ? wrapper_step_kernels : 1;
  const N seconds =
      scaled(is_wrapped ? tensors * wrapper_step_kernels * operation_seconds : tensors * torch_step_seconds,
             sym::measured_host_work, in.plan.cluster.measured.host_work);
  HidingTime ahead(is_wrapped ? 0
                              : update_seconds + std::max(0.0, value_of(clock.work.backward.busy()) -
                                                                   value_of(clock.work.backward.host)));
  clock.add(TimeId::optimizer_launches, seconds,
            {.hidden = ahead.hide(value_of(seconds)),
             .amount = in.traffic.trained * kernels,
             .rate = in.traffic.trained * kernels / value_of(seconds)});
}

/// Operands per element of PyTorch's Adam on the CPU, which runs as separate operations
/// (torch/optim/adamw.py, _single_tensor_adamw): weight decay, two moments, root, quotient, sum and the
/// update read or write 20 operands (master weight, gradient or a state); root and quotient are written to
/// new memory, which is first loaded into the cache.
constexpr double torch_host_operands = 22;

/// Returns the bytes per element that a step moves in host memory: gradient, master weight and states are
/// read, master weight and states written, the 16-bit copy written: 30 for Adam
/// (csrc/adam/cpu_adam_impl.cpp).
template <class N>
N host_step_bytes(const Clock<N>& clock) {
  const N m = clock.master_bytes();
  if (const double operands = row_of(clock.in.plan.training.optimizer).operands; operands > 0)
    return operands * m + 2 * clock.host_states() + clock.weight_bytes();
  if (steps_by_torch(clock.in)) return torch_host_operands * m + clock.weight_bytes();
  return m + 2 * (m + clock.host_states()) + clock.weight_bytes();
}

/// Returns true if stage 3 looks for an overflow in the gradients that are in host memory: since pull request
/// 3622, released with 0.9.4 (stage3.py, has_overflow: isinf and isnan of grad_partitions_flat_buffer), and
/// since 4512, released with 0.11.2, in fp16 only.
bool seeks_overflow_on_host(const ClockInput& in) {
  const DeepSpeedVersion& version = in.plan.target.deepspeed_version;
  return in.traits.is_tuned_by_zero && in.plan.zero.stage == 3 && in.symbols.engine == OffloadEngine::plain &&
         version >= DeepSpeedVersion{0, 9, 4} &&
         (in.plan.training.precision == Precision::fp16 || version < DeepSpeedVersion{0, 11, 2});
}

/// Returns the bytes per element of that search, with gradients of `a` bytes. isinf writes the magnitudes to
/// new memory and compares these; isnan compares the gradients with themselves; the byte that each comparison
/// writes is read by any() (ATen/native/TensorCompare.cpp). New memory is first loaded into the cache.
template <class N>
N overflow_bytes(const N& a) {
  return 5 * a + 6;
}

/// Returns the bytes per element of PyTorch's own passes in host memory: the gradient is read and written to
/// be unscaled and clipped; the master weight is read to be cast to 16 bits, unless an optimizer kernel does
/// that; a 16-bit gradient is read and written in fp32. Newly allocated memory is first loaded into the
/// cache. A program on plain PyTorch reads the gradient for its norm, and reads and writes it to clip it
/// (torch/nn/utils/clip_grad.py, _get_total_norm and _clip_grads_with_norm_).
template <class N>
N host_conversion_bytes(const Clock<N>& clock) {
  const ClockInput& in = clock.in;
  const N b = clock.weight_bytes(), m = clock.master_bytes();
  if (!in.traits.is_tuned_by_zero) return 3 * m;
  N bytes = 2 * m;
  if (seeks_overflow_on_host(in))
    bytes += overflow_bytes(named<N>(sym::accumulation_bytes, in.symbols.accumulation_bytes));
  if (in.symbols.master_bytes == in.symbols.weight_bytes) return bytes;
  switch (in.traits.host_weights) {
    case HostWeights::fused:
    case HostWeights::by_tiles:
    case HostWeights::in_fp32:
      break;
    case HostWeights::pinned:
      bytes += m;
      break;
    case HostWeights::pageable:
      bytes += m + b;
      break;
  }
  if (in.traits.converts_gradients_on_host) bytes += 2 * b + m;
  return bytes;
}

/// Share of the host memory's nominal bandwidth that the CPU optimizer reaches with one socket: 10.2 billion
/// parameters per second on a Grace with 500 GB/s (DeepSpeed, SuperOffload blog).
constexpr double host_memory_share = 0.61;
/// The same with two sockets and unbound threads: 3.9 billion on a DGX-2 with 256 GB/s (ZeRO-Offload, arXiv
/// 2101.06840, Table 4).
constexpr double two_sockets_share = 0.46;
/// The same for PyTorch's Adam, whose new memory is on the socket of the first thread: 10 billion in 14.76 s,
/// 2 billion in 2.75 s (the same table).
constexpr double torch_two_sockets_share = 0.24;
/// Most GB/s of a single core: one thread of a Skylake-SP with DDR4-2666 (STREAM, AnandTech 11544, "Intel
/// Skylake-EP vs. AMD EPYC 7000", Memory Subsystem: Bandwidth).
constexpr double core_gb_per_s = 12;

/// Times that the step of DeepSpeed's CPU Adam took in 0.5.5 to 0.5.8, relative to those before and after:
/// 1321.7 and 86.3 ms (DeepSpeed issue 1697; issue 1635 is another). Every vector operation opened a parallel
/// region of its own inside the parallel loop (csrc/includes/simd.h; pull request 1637 removed them).
constexpr double nested_regions = 1321.71 / 86.3;
bool nests_regions(const ClockInput& in) {
  const DeepSpeedVersion& version = in.plan.target.deepspeed_version;
  return in.traits.is_tuned_by_zero && row_of(in.plan.training.optimizer).is_adam && !steps_by_torch(in) &&
         version >= DeepSpeedVersion{0, 5, 5} && version < DeepSpeedVersion{0, 5, 9};
}

/// Number of the values of Program.
constexpr std::size_t program_limit = 256;

/// Returns true if the program starts DeepSpeed's ranks with torchrun, or with accelerate launch, which uses
/// torchrun (accelerate commands/launch.py, deepspeed_launcher).
bool starts_by_torchrun(Program program) {
  static const std::bitset<program_limit> starts = [] {
    std::bitset<program_limit> all;
    const ProgramWay way{ProgramFramework::deepspeed, Tuning::full};
    for (std::size_t place = 1; place <= program_entries().size(); ++place) {
      const ProgramValue* launcher = program_setting(static_cast<Program>(place), way, "launcher");
      all[place] = launcher != nullptr && *launcher == ProgramValue(std::string("torchrun"));
    }
    return all;
  }();
  return starts[static_cast<std::size_t>(program)];
}

/// Returns the number of cores that a node's optimizers use; 0 if unknown. torchrun, which starts PyTorch's
/// own programs and some with DeepSpeed, limits each process to one thread if a node has several
/// (torch/distributed/run.py, OMP_NUM_THREADS), so AdamW in host memory uses one core per rank
/// (PrimeIntellect-ai/prime-rl pull request 3248). DeepSpeed's launcher sets no limit.
template <class N>
N optimizer_cores(const Clock<N>& clock) {
  const Cluster& cluster = clock.in.plan.cluster;
  // A separate process steps on its share of a rank's cores.
  const double share =
      clock.in.symbols.engine == OffloadEngine::super_offload
          ? clock.in.plan.zero.offload_optimizer.cpuadam_cores_perc
      : clock.in.symbols.engine == OffloadEngine::zenflow && clock.in.plan.zero.zenflow.overlap_step
          ? 1 - clock.in.plan.zero.zenflow.pt_reserved_cores_perc
          : 1;
  if (share < 1 && share > 0) return named<N>(sym::cpu_cores, cluster.cpu_cores) * share;
  const bool has_all_threads =
      clock.in.traits.is_tuned_by_zero && !starts_by_torchrun(clock.in.plan.training.program);
  if (has_all_threads || cluster.gpus_per_node <= 1) return named<N>(sym::cpu_cores, cluster.cpu_cores);
  if (cluster.cpu_cores <= 0) return clock.gpus();
  return min(named<N>(sym::cpu_cores, cluster.cpu_cores), clock.gpus());
}

/// Returns bytes/s of host memory that a node's optimizers reach together; `by_torch` is true for PyTorch's
/// Adam.
template <class N>
N host_rate(const Clock<N>& clock, bool by_torch) {
  const ClockInput& in = clock.in;
  const Cluster& cluster = in.plan.cluster;
  const bool has_own_socket = has_chip_link(cluster);  // Grace
  const N memory =
      named<N>(sym::host_memory, cluster.cpu_memory_gb_per_s) * (has_own_socket ? host_memory_share
                                                                 : by_torch     ? torch_two_sockets_share
                                                                                : two_sockets_share);
  const double measured = cluster.measured.host_memory;
  const N cores = optimizer_cores(clock);
  if (!(cores > 0)) return scaled(memory * bytes_per_gb, sym::measured_host_memory, measured);
  return scaled(min(memory, cores * core_gb_per_s) * bytes_per_gb, sym::measured_host_memory, measured);
}

/// Returns the bytes per selected element that each micro batch moves in GPU memory: the gradient is copied
/// into and out of a buffer, the column's weights are copied out and back, and PyTorch's AdamW reads and
/// writes 21 operands, all in the weights' type (zenflow_stage_1_and_2.py,
/// _process_selected_fp32_groups_grad; zenflow_torch_adam.py, _step_without_offload).
template <class N>
N selected_bytes(const Clock<N>& clock) {
  constexpr double copies = 8, adam = 7 * torch_adam_passes;
  return (copies + adam) * clock.weight_bytes();
}

/// Returns the seconds of the plan's step in which the GPU works or waits for other ranks.
template <class N>
double seconds_of_passes(const Clock<N>& clock) {
  const double micro_batches = clock.in.micro_batches;
  return micro_batches * (clock.compute_forward + clock.compute_backward +
                          exposed_communication(clock.ledger, Stretch::forward, micro_batches) +
                          exposed_communication(clock.ledger, Stretch::backward, micro_batches));
}

/// Returns how many of the CPU optimizer's `busy` seconds overlap with GPU work. ZenFlow's process has until
/// the next step on the host. SuperOffload's process starts a sub-group once the last backward pass has
/// produced its gradients: of n equal ones the first is ready after 1/n of the pass, and the last is stepped
/// after it ends; with clipping it waits for all gradients (superoffload_stage3.py, partition_grads).
template <class N>
double hidden_on_host(const Clock<N>& clock, double busy) {
  const ClockInput& in = clock.in;
  if (in.symbols.engine == OffloadEngine::zenflow)
    return in.plan.zero.zenflow.overlap_step ? std::min(busy, seconds_of_passes(clock)) : 0;
  if (in.symbols.engine != OffloadEngine::super_offload || in.plan.training.gradient_clipping > 0) return 0;
  const double backward =
      clock.compute_backward + exposed_communication(clock.ledger, Stretch::backward, in.micro_batches);
  const double all = as_double(in.symbols.sub_groups);
  const double on_gpu = value_of(clock.stepped_on_gpu()) / std::max(1.0, value_of(clock.partition()));
  const double on_host = std::max(1.0, std::round(all * (1 - on_gpu)));
  const double end = std::max(backward / all + busy, backward * on_host / all + busy / on_host);
  return busy - std::clamp(end - backward, 0.0, busy);
}

}  // namespace

template <class N>
void add_optimizer(Clock<N>& clock) {
  const ClockInput& in = clock.in;
  const OffloadEngine engine = in.symbols.engine;
  N gpu_bytes = clock.stepped_on_gpu() * step_bytes(clock);
  if (engine == OffloadEngine::zenflow) [[unlikely]]
    gpu_bytes = gpu_bytes + clock.selected() * selected_bytes(clock) * clock.micro_batches();
  const N gpu_rate = streaming_rate(named<N>(sym::gpu_memory, in.rates.memory_gb_per_s),
                                    in.rates.memory_share, in.rates.measured);
  const N gpu = gpu_bytes / gpu_rate;
  const N host_rate = zp::host_rate(clock, steps_by_torch(in));
  add_launches(clock, value_of(gpu));
  // SuperOffload's process copies the gradients into its own buffer (superoffload_utils.py).
  const N each = engine == OffloadEngine::super_offload ? host_step_bytes(clock) + 2 * clock.master_bytes()
                                                        : host_step_bytes(clock);
  const N host_bytes = clock.stepped_on_host() * each * clock.gpus() * clock.host_steps();
  const N step_rate = nests_regions(in) ? host_rate / nested_regions : host_rate;
  const N host = value_of(host_rate) > 0 ? host_bytes / step_rate : N(0);
  const double beside_passes = engine == OffloadEngine::plain ? 0 : hidden_on_host(clock, value_of(host));
  const double alone = engine == OffloadEngine::zenflow ? 0 : value_of(host) - beside_passes;
  // Twin-Flow: GPU and CPU step their parts concurrently (DeepSpeed, blogs/deepspeed-offloadpp).
  clock.add(
      TimeId::optimizer_gpu, gpu,
      {.hidden = std::min(value_of(gpu), alone), .amount = value_of(gpu_bytes), .rate = value_of(gpu_rate)});
  clock.add(TimeId::optimizer_cpu, host,
            {.hidden = beside_passes, .amount = value_of(host_bytes), .rate = value_of(step_rate)});
  if (value_of(host) <= 0) return;
  const N beside = clock.stepped_on_host() * host_conversion_bytes(clock) * clock.gpus() * clock.host_steps();
  // DeepSpeed's passes around the step are the same for either Adam.
  const N pass_rate = in.traits.is_tuned_by_zero ? zp::host_rate(clock, false) : host_rate;
  clock.add(TimeId::host_conversion, beside / pass_rate,
            {.amount = value_of(beside), .rate = value_of(pass_rate)});
}
template void add_optimizer(Clock<double>&);
template void add_optimizer(Clock<Words>&);

}  // namespace zp
