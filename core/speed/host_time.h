// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formula/arithmetic.h"
#include "core/formula/named.h"
#include "core/speed/time_symbols.h"

/// Work of the host that gives the GPU something to do. If it takes longer than the kernels, the GPU waits:
/// the entry `launches`.
///
/// To add work of the host: count it in a member of HostCalls (products.cpp, elementwise.cpp, launches.cpp),
/// give it its constant here with its source, and a term in host_seconds with its symbol. Everything else
/// (the entry, its formula, the time that hides behind it, StepTime::host) follows.
namespace zp {

/// Work of the host in one pass over one micro batch, counted.
struct HostCalls {
  double kernels = 0;  ///< started from Python in forward and recomputation, by autograd's engine in backward
  double fetches = 0;  ///< tensors that hooks fetch, await, prefetch for and release (stage 3)
  double reductions = 0;  ///< gradients that a hook puts into a bucket (stages 1 to 3)
  double recounts = 0;    ///< tensors looked at by hooks that count the trained ones each time
  double pieces = 0;      ///< slices of tensors, one for every rank that has a part of them (stage 3)
  double units = 0;       ///< blocks that FSDP gathers, awaits and frees
};

/// Seconds in which PyTorch starts a kernel from Python while autograd records it: a BERT block of 24 kernels
/// with few tokens takes 0.43 ms forward on a PC with an RTX 3090 Ti and 1.2 ms on a cloud machine with a
/// V100 (mli/transformers-benchmarks, micro_bench, its revisions of July 2022): 18 and 50 µs, of which this
/// is the geometric mean. Without autograd Llama 7B written in plain PyTorch takes 39 ms a token on an A100
/// (pytorch.org/blog/accelerating-generative-ai-2), and Qwen of 24, 32 and 40 blocks 18 to 31 (QwenLM/Qwen,
/// README, inference performance): 16 to 24 µs.
inline constexpr double operation_seconds = 30e-6;
/// Seconds in which autograd's engine starts a kernel. The engine runs no Python; dispatcher, kernel
/// selection and launch are left. The backward pass of the same block, 55 kernels with the additions to the
/// gradients, takes 0.92 and 1.7 ms: 17 and 31 µs.
inline constexpr double gradient_seconds = 23e-6;
/// Seconds of stage 3's hooks of one tensor, in one pass (partitioned_param_coordinator.py, fetch_sub_module
/// and release_sub_module): a forward pass of 1,024 tensors takes 480 ms at stage 3 and 60 ms at stage 2,
/// with NVLink (DeepSpeed issue 1174).
inline constexpr double fetch_seconds = 0.4e-3;
/// Seconds of the hook of one gradient (stage_1_and_2.py and stage3.py,
/// reduce_independent_p_g_buckets_and_remove_grads): a step of 147 tensors at stage 2 on eight H100 takes 50
/// ms, half of it kernels (DeepSpeed pull request 7886).
inline constexpr double reduction_seconds = 0.17e-3;
/// Seconds of one hook for each tensor that it counts. Each hook counts in 0.18.5 and 0.18.6
/// (runtime/utils.py, count_used_parameters_in_backward: a loop over the trained tensors, in Python). 126.5
/// instead of 50.5 ms with 147 tensors (pull request 7886) are 147 hooks times 147 tensors times 3.5 µs. The
/// loop itself, timed inside a backward pass of PyTorch 1.13 on one core of an AMD EPYC, takes 2.1 µs a
/// tensor with 147 and with 291 of them, 3.8 with 1,000, 4.9 with 5,000, 4.8 with 18,867 and 5.7 with 40,000:
/// no less for a mixture of experts, so that its seconds are a lower bound, within a factor of two.
inline constexpr double recount_seconds = 3.5e-6;
/// Seconds to slice a tensor in Python: no kernel, but Python, its binding and the dispatcher, about 1 µs
/// each (jiahuanglin.xyz, From PyTorch op to kernel launch). Stage 3 cuts every tensor it gathers together
/// with others, and every gradient, into one slice a rank (partition_parameters.py,
/// AllGatherCoalescedHandle.wait; coalesced_collectives.py, reduce_scatter_coalesced).
inline constexpr double piece_seconds = 3e-6;
/// Seconds of FSDP's hooks of one block: "1 ms launches" (PyTorch issue 173680, FSDP2 of torch 2.10).
inline constexpr double unit_seconds = 1e-3;

/// Seconds of the host for one tensor in the step of PyTorch's own optimizers, which collect gradients and
/// states of each (torch/optim/adamw.py, _init_group): 13.4 ms for the 291 tensors of Open Llama 7B (PyTorch
/// pull request 118361).
inline constexpr double torch_step_seconds = 46e-6;
/// Kernels that DeepSpeed's fp16 wrapper starts for one tensor in its step at stage 0: the gradient is cast
/// and added up, which the host waits for, to find an overflow; it is cast for the flat fp32 gradient; the
/// weight is copied back (runtime/utils.py, CheckOverflow.has_overflow_serial; fp16/fused_optimizer.py,
/// step).
inline constexpr double wrapper_step_kernels = 4;

/// Seconds of the host in one pass. `kernels` and `pieces` are the symbols of their numbers in this pass;
/// each kernel takes `kernel_seconds` to start.
template <class N>
N host_seconds(const HostCalls& calls, const SymbolRow& kernels, const SymbolRow& pieces,
               double kernel_seconds) {
  N seconds = named<N>(kernels, calls.kernels) * kernel_seconds;
  const auto add = [&](const SymbolRow& symbol, double count, double each) {
    if (count > 0) seconds += named<N>(symbol, count) * each;
  };
  add(sym::hooked_tensors, calls.fetches, fetch_seconds);
  add(sym::hooked_gradients, calls.reductions, reduction_seconds);
  add(sym::counted_tensors, calls.recounts, recount_seconds);
  add(pieces, calls.pieces, piece_seconds);
  add(sym::hooked_blocks, calls.units, unit_seconds);
  return seconds;
}

}  // namespace zp
