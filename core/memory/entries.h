// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/formula/arithmetic.h"
#include "core/formula/named.h"
#include "core/memory/activations.h"
#include "core/memory/ledger.h"
#include "core/memory/ledger_symbols.h"
#include "core/memory/symbols.h"
#include "core/plan/plan.h"
#include "core/plan/roles.h"

/// The parts that write the ledger, each for its own kind of bytes. Each is a function over the kind of
/// number N that bytes are counted in: in std::int64_t it fills the ledger, in Words it says where the bytes
/// of each entry come from. Internal to memory/.
namespace zp {

/// Everything there is to say of an entry beside its bytes; it stands beside the formula it is about.
struct EntryText {
  EntryId id{};
  std::string_view title;    ///< "Optimizer states"
  std::string_view meaning;  ///< one or two sentences
  std::string_view source;   ///< paper equation, or DeepSpeed file and function
  std::string_view lever;    ///< the setting that would shrink it; "" when there is none
};

/// What the writers write to.
template <class N>
class Entries;

template <>
class Entries<std::int64_t> {
 public:
  explicit Entries(Ledger& ledger) : ledger_(ledger) {}
  /// An exact entry, unless it is of zero bytes.
  void add(const EntryText& text, std::int64_t bytes, Moments moments, bool pinned = false) {
    add_range(text, bytes, bytes, bytes, moments, pinned);
  }
  void add_range(const EntryText& text, std::int64_t low, std::int64_t bytes, std::int64_t high,
                 Moments moments, bool pinned = false) {
    ledger_.add(text.id, Bytes(low), Bytes(bytes), Bytes(high), moments, pinned);
  }
  [[nodiscard]] const Ledger& ledger() const { return ledger_; }

 private:
  Ledger& ledger_;
};

/// The same entries in words. What other entries come to is read from the ledger they are the words of.
template <>
class Entries<Words> {
 public:
  struct Line {
    const EntryText* text = nullptr;
    Words bytes;
  };

  explicit Entries(const Ledger& ledger) : ledger_(ledger) {}
  void add(const EntryText& text, const Words& bytes, Moments /*moments*/, bool /*pinned*/ = false) {
    lines_[static_cast<std::size_t>(text.id)] = {&text, bytes};
  }
  void add_range(const EntryText& text, const Words& /*low*/, const Words& bytes, const Words& high,
                 Moments /*moments*/, bool /*pinned*/ = false) {
    if (high > 0) lines_[static_cast<std::size_t>(text.id)] = {&text, bytes};
  }
  [[nodiscard]] const Ledger& ledger() const { return ledger_; }
  [[nodiscard]] const Line& of(EntryId id) const { return lines_[static_cast<std::size_t>(id)]; }

 private:
  const Ledger& ledger_;
  std::array<Line, entry_id_count> lines_;
};

/// Stage 0: deepspeed/runtime/fp16/{fused,unfused}_optimizer.py, or a plain optimizer for fp32.
template <class N>
void add_stage0(Entries<N>& out, const SymbolsIn<N>& s);
/// Stages 1 and 2: deepspeed/runtime/zero/stage_1_and_2.py and bf16_optimizer.py.
template <class N>
void add_stage12(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// Stage 3: deepspeed/runtime/zero/stage3.py, partition_parameters.py and partitioned_param_coordinator.py.
template <class N>
void add_stage3(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// Training by PyTorch itself (DDP, a partitioned optimizer, FSDP): no engine, and none of its buffers.
template <class N>
void add_pytorch(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// Stage 3's weights on the GPU while they are used: persistent, gathered, prefetched, kept over the turn.
template <class N>
void add_gathered(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// Stage 3's bytes outside the GPU: optimizer and parameters on the host or on NVMe.
template <class N>
void add_stage3_offload(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// What autograd keeps, by operation, and the loss.
template <class N>
void add_activations(Entries<N>& out, const Plan& plan, const ActivationTermsIn<RealOf<N>>& terms);
/// The host memory that loading and saving take.
template <class N>
void add_loading_and_saving(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// Host memory beside the tensors: pinning and its rounding, the data loader's workers, the process. After
/// all others on the host.
template <class N>
void add_host_memory(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// CUDA context and NCCL: outside the allocator, with a range.
template <class N>
void add_framework(Entries<N>& out, const Plan& plan, const Conditions& conditions);
/// Tensors on the GPU: at training's worst moment, and where the backward pass begins; and what is beside
/// them outside the allocator.
struct GpuTensors {
  Bytes at_peak, at_head, beside;
};
/// What the allocator gives back before memory runs out: of what it keeps for streams, of which the high end
/// has more, and of what the loss freed, which it keeps where the backward pass begins.
struct GivenBack {
  Bytes of_streams, of_streams_at_most, of_loss;
};
/// What the allocator holds and cannot use; after all others, of whose sum it is a share.
template <class N>
GivenBack add_fragmentation(Entries<N>& out, const Plan& plan, const GpuTensors& tensors);

/// Of a ledger: the tensors on the GPU at training's worst moment, fragmentation left out.
GpuTensors gpu_tensors(const Ledger& ledger);

/// What a frozen base in 8 or 4 bits, adapters and a paged optimizer take beside what training always does.
template <class N>
void add_adapters(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);

/// The models that a method takes beside the policy, and what scores and generates.
template <class N>
void add_roles(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);

/// What an evaluation pass takes beside what is there between two steps.
template <class N>
void add_evaluation(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);

/// Every entry but fragmentation.
template <class N>
void add_entries(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  if (plan.training.framework == Framework::fsdp)
    add_pytorch(out, plan, s);
  else if (plan.zero.stage == 0 && !s.has_bf16_optimizer)
    add_stage0(out, s);
  else if (plan.zero.stage == 3)
    add_stage3(out, plan, s);
  else
    add_stage12(out, plan, s);
  add_activations(out, plan, activation_terms<RealOf<N>>(plan, s.parallel));
  if (plan.training.has_adapters() || s.is_paged) [[unlikely]]
    add_adapters(out, plan, s);
  if (!plan.training.method.is_plain()) [[unlikely]]
    add_roles(out, plan, s);
  if (evaluates(plan)) [[unlikely]]
    add_evaluation(out, plan, s);
  add_loading_and_saving(out, plan, s);
  add_host_memory(out, plan, s);
  add_framework(out, plan, s);
}

/// The smallest staging buffers a plan with NVMe runs with; `kinds` are the tensors of its model in module
/// order.
SwapBuffers smallest_swap_buffers(const Plan& plan, const Symbols& s, std::span<const TensorKind> kinds);
/// Source: deepspeed/runtime/engine.py, save_checkpoint and save_16bit_model.
CheckpointSize checkpoint_size(const Plan& plan, const Symbols& s);
/// Trained elements of that checkpoint, of all ranks that hold different ones.
std::int64_t saved_trained_elements(const Symbols& s);

/// Stage 3's partition of all weights: of the frozen ones 8-bit integers where they are quantised
/// (stage3.py:2006-2038).
template <class N>
N partitioned_weights(const Plan& plan, const SymbolsIn<N>& s) {
  const N& frozen = s.sums.frozen_partition;
  return plan.zero.zero_quantized_nontrainable_weights ? s.weight_bytes * s.partition + frozen
                                                       : s.weight_bytes * (s.partition + frozen);
}

/// elements × bytes each that need not be whole.
template <class N>
N bytes_for(const N& elements, const RealOf<N>& bytes_each) {
  return whole_bytes(bytes_each * as_double(elements));
}

/// DeepSpeed's gradient all-reduce copies up to this many elements into one flat tensor (engine.py,
/// allreduce_bucket).
inline constexpr std::int64_t allreduce_elements = 500'000'000;

/// The moments at which gradients made at those exist: from one micro batch to the next where several add up.
inline Moments through_accumulation(const Conditions& conditions, Moments made) {
  return conditions.accumulates ? made | Moments::of(Moment::forward) | Moments::backward() : made;
}

}  // namespace zp
