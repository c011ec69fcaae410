// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/activations.h"
#include "core/memory/ledger.h"
#include "core/memory/symbols.h"
#include "core/plan/plan.h"

/// The parts that write the ledger, each for its own kind of bytes. Internal to memory/.
namespace zp {

/// Stage 0: deepspeed/runtime/fp16/{fused,unfused}_optimizer.py, or a plain optimizer for fp32.
void add_stage0(Ledger& ledger, const Symbols& s);
/// Stages 1 and 2: deepspeed/runtime/zero/stage_1_and_2.py and bf16_optimizer.py.
void add_stage12(Ledger& ledger, const Plan& plan, const Symbols& s);
/// Stage 3: deepspeed/runtime/zero/stage3.py, partition_parameters.py and partitioned_param_coordinator.py.
void add_stage3(Ledger& ledger, const Plan& plan, const Symbols& s);
/// Training by PyTorch itself (DDP, a partitioned optimizer, FSDP): no engine, and none of its buffers.
void add_pytorch(Ledger& ledger, const Plan& plan, const Symbols& s);
/// Stage 3's weights on the GPU while they are used: persistent, gathered, prefetched, kept over the turn.
void add_gathered(Ledger& ledger, const Plan& plan, const Symbols& s);
/// Stage 3's bytes outside the GPU: optimizer and parameters on the host or on NVMe.
void add_stage3_offload(Ledger& ledger, const Plan& plan, const Symbols& s);
/// What autograd keeps, by operation, and the loss.
void add_activations(Ledger& ledger, const Plan& plan, const ActivationTerms& terms);
/// The host memory that loading and saving take.
void add_loading_and_saving(Ledger& ledger, const Plan& plan, const Symbols& s);
/// The smallest staging buffers a plan with NVMe runs with; `kinds` are the tensors of its model in module
/// order.
SwapBuffers smallest_swap_buffers(const Plan& plan, const Symbols& s, std::span<const TensorKind> kinds);
/// Source: deepspeed/runtime/engine.py, save_checkpoint and save_16bit_model.
CheckpointSize checkpoint_size(const Plan& plan, const Symbols& s);
/// CUDA context and NCCL: outside the allocator, with a range.
void add_framework(Ledger& ledger, const Symbols& s);

/// Stage 3's partition of the frozen weights: 8-bit integers where they are quantised (stage3.py:2006-2038).
Bytes frozen_weights(const Plan& plan, const Symbols& s);

/// elements × bytes each, exact in 64 bits for every plan that check() lets through.
constexpr Bytes bytes_for(std::int64_t elements, int bytes_each) { return Bytes(elements * bytes_each); }
constexpr Bytes bytes_for(std::int64_t elements, double bytes_each) {
  return bytes_of(static_cast<double>(elements) * bytes_each);
}

}  // namespace zp
