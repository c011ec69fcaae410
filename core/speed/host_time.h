// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formula/arithmetic.h"
#include "core/formula/named.h"
#include "core/speed/time_symbols.h"

/// Host work that feeds the GPU. If it takes longer than the kernels, the GPU waits: entry `launches`.
///
/// To add host work: count it in a member of HostCalls (products.cpp, elementwise.cpp, launches.cpp), add its
/// constant here with its source, and a term in host_seconds with its symbol. Everything else (the entry, its
/// formula, the time that hides behind it, StepTime::host) follows.
namespace zp {

/// Counts of host work in one pass over one micro batch.
struct HostCalls {
  double kernels = 0;     ///< started from Python; in backward by the autograd engine
  double fetches = 0;     ///< tensors that hooks fetch, wait for, prefetch and release (stage 3)
  double reductions = 0;  ///< gradients that a hook puts into a bucket (stages 1 to 3)
  double recounts = 0;    ///< tensors visited by hooks that count all trained ones each time
  double pieces = 0;      ///< slices of tensors, one per rank that has a part (stage 3)
  double units = 0;       ///< blocks that FSDP gathers, waits for and frees
};

/// Seconds for PyTorch to start a kernel from Python with autograd recording: a BERT block of 24 kernels with
/// few tokens takes 0.43 ms forward on a PC with an RTX 3090 Ti and 1.2 ms on a cloud machine with a V100
/// (mli/transformers-benchmarks, micro_bench, its revisions of July 2022): 18 and 50 µs per kernel, of which
/// this is the geometric mean. Without autograd, Llama 7B in plain PyTorch takes 39 ms per token on an A100
/// (pytorch.org/blog/accelerating-generative-ai-2), and Qwen with 24, 32 and 40 blocks 18 to 31 (QwenLM/Qwen,
/// README, inference performance): 16 to 24 µs per kernel.
inline constexpr double operation_seconds = 30e-6;
/// Seconds for the autograd engine to start a kernel. It runs no Python, only dispatcher, kernel selection
/// and launch. The backward pass of the same block, 55 kernels including gradient additions, takes 0.92
/// and 1.7 ms: 17 and 31 µs per kernel.
inline constexpr double gradient_seconds = 23e-6;
/// Seconds of stage 3's hooks for one tensor in one pass (partitioned_param_coordinator.py, fetch_sub_module
/// and release_sub_module): a forward pass of 1,024 tensors takes 480 ms at stage 3 and 60 ms at stage 2,
/// with NVLink (DeepSpeed issue 1174).
inline constexpr double fetch_seconds = 0.4e-3;
/// Seconds of the hook for one gradient (stage_1_and_2.py and stage3.py,
/// reduce_independent_p_g_buckets_and_remove_grads): a step of 147 tensors at stage 2 on eight H100 takes 50
/// ms, half of it kernels (DeepSpeed pull request 7886).
inline constexpr double reduction_seconds = 0.17e-3;
/// Seconds of one hook per tensor that it counts. In 0.18.5 and 0.18.6 every hook counts (runtime/utils.py,
/// count_used_parameters_in_backward: a Python loop over the trained tensors). The increase from 50.5 to
/// 126.5 ms with 147 tensors (pull request 7886) corresponds to 147 hooks times 147 tensors times 3.5 µs. The
/// loop alone, timed inside a backward pass of PyTorch 1.13 on one core of an AMD EPYC, takes 2.1 µs per
/// tensor with 147 and with 291 tensors, 3.8 with 1,000, 4.9 with 5,000, 4.8 with 18,867 and 5.7 with 40,000.
/// For a mixture of experts this constant is therefore a lower bound, within a factor of two.
inline constexpr double recount_seconds = 3.5e-6;
/// Seconds to slice a tensor in Python: no kernel, but about 1 µs each for Python, its binding and the
/// dispatcher (jiahuanglin.xyz, From PyTorch op to kernel launch). Stage 3 slices every tensor that it
/// gathers together with others, and every gradient, once per rank (partition_parameters.py,
/// AllGatherCoalescedHandle.wait; coalesced_collectives.py, reduce_scatter_coalesced).
inline constexpr double piece_seconds = 3e-6;
/// Seconds of FSDP's hooks for one block: "1 ms launches" (PyTorch issue 173680, FSDP2 of torch 2.10).
inline constexpr double unit_seconds = 1e-3;

/// Host seconds per tensor in the step of PyTorch's own optimizers, which collect each tensor's gradient and
/// states (torch/optim/adamw.py, _init_group): 13.4 ms for the 291 tensors of Open Llama 7B (PyTorch pull
/// request 118361).
inline constexpr double torch_step_seconds = 46e-6;
/// Kernels per tensor in the step of DeepSpeed's fp16 wrapper at stage 0: the gradient is cast and summed to
/// detect an overflow, for which the host waits; it is cast for the flat fp32 gradient; the weight is copied
/// back (runtime/utils.py, CheckOverflow.has_overflow_serial; fp16/fused_optimizer.py, step).
inline constexpr double wrapper_step_kernels = 4;

/// Returns the host seconds of one pass. `kernels` and `pieces` are symbols for their counts in this pass;
/// starting a kernel takes `kernel_seconds`.
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
